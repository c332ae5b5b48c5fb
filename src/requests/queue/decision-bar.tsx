import { decisionTypes } from '../../domain/requests/request.ts'
import { getAllowedActions, requestTransitions } from '../../domain/requests/request-transitions.ts'
import type { User } from '../../domain/users/user.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { actionIcons, actionVariants } from '../action-styles.ts'
import type { ViewedRequest } from '../queries.ts'
import s from './decision-bar.module.css'
import type { QueueDecision } from './use-queue-decision.ts'

interface Props {
  request: ViewedRequest | undefined
  me: User
  /** True if single-letter keyboard shortcuts are on. */
  withKeys: boolean
  /** True while the decision form is open; the bar is then not sticky, because it would cover the text. */
  isDeciding: boolean
  /** True while a decision is being sent; the buttons are then disabled. */
  isHeld: boolean
  onAsk: (action: QueueDecision) => void
  onNext: () => void
  onPrevious: () => void
}

const decisionKeys = { approve: 'A', return: 'D', reject: 'R' } as const satisfies Record<QueueDecision, string>

/** Sticky bar with the actions for the viewed request and the navigation in the queue. */
export function DecisionBar({ request, me, withKeys, isDeciding, isHeld, onAsk, onNext, onPrevious }: Props) {
  const open = request ? getAllowedActions(request, me, request.owner) : []
  const key = (name: string) => (withKeys ? { 'aria-keyshortcuts': name } : {})
  return (
    <section className={cx(s.bar, isDeciding && s.deciding)} aria-label="Decidir">
      <div className={s.decisions}>
        {decisionTypes
          .filter((action) => open.includes(action))
          .map((action) => (
            <Button
              key={action}
              variant={actionVariants[action] ?? 'secondary'}
              icon={actionIcons[action]}
              onClick={() => onAsk(action)}
              {...key(decisionKeys[action])}
            >
              {requestTransitions[action].name}
              {withKeys && <Kbd>{decisionKeys[action]}</Kbd>}
            </Button>
          ))}
      </div>
      <div className={s.walk}>
        <Button variant="quiet" icon="chevronLeft" disabled={isHeld} onClick={onPrevious} {...key('K')}>
          <span className={s.word}>Anterior</span>
          {withKeys && <Kbd>K</Kbd>}
        </Button>
        <Button variant="quiet" icon="chevronRight" disabled={isHeld} onClick={onNext} {...key('J')}>
          <span className={s.word}>Siguiente</span>
          {withKeys && <Kbd>J</Kbd>}
        </Button>
      </div>
    </section>
  )
}
