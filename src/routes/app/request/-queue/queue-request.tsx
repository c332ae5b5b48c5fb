import { type MutationFilters, useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Field } from '../../../../domain/fields/field.ts'
import { getAllowedActions, requestActions } from '../../../../domain/requests/actions.ts'
import type { DecisionInput } from '../../../../domain/requests/decision-input.ts'
import { type DecisionType, decisionTypes } from '../../../../domain/requests/request.ts'
import type { User } from '../../../../domain/users/user.ts'
import { describeError } from '../../../../lib/api-error.ts'
import { notify } from '../../../../lib/notify.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useShortcutSettings } from '../../../../lib/shortcuts.ts'
import { runActionMutation } from '../../../../requests/actions.ts'
import { FieldNote } from '../../../../requests/field-note.tsx'
import { requestViewQuery, type ViewedRequest } from '../../../../requests/queries.ts'
import { focusNoteInput, useStoredReturnNotes } from '../../../../requests/return-notes.tsx'
import { settingsQuery } from '../../../../settings/queries.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { Kbd } from '../../../../ui/actions/kbd.tsx'
import { useKeyboardShortcuts } from '../../../../ui/actions/use-keyboard-shortcuts.ts'
import { cx } from '../../../../ui/cx.ts'
import { ErrorState, Skeleton } from '../../../../ui/state/screen-states.tsx'
import { DecisionForm, focusDecisionForm } from './decision-form.tsx'
import s from './queue.module.css'
import { focusRequestTitle, QueueDetail } from './queue-detail.tsx'
import type { RequestQueue } from './use-request-queue.ts'

interface Props {
  id: string
  me: User
  queue: RequestQueue
  isCalled: boolean
  onDecided: (number: string, action: DecisionType) => void
  onHelp: () => void
}

/** Current request of the queue with its decision form. The parent must set `key={id}`, because the state belongs to one request. */
export function QueueRequest({ id, me, queue, isCalled, onDecided, onHelp }: Props) {
  const { data: opened, error, refetch } = useQuery(requestViewQuery(id))
  const { on: withKeys } = useShortcutSettings()
  const [deciding, setDeciding] = useState<DecisionType | null>(null)
  const [notes, setNotes] = useStoredReturnNotes(me.id, id, opened?.request.revision)
  const request = opened?.request
  const { data: settings } = useQuery(settingsQuery())
  const isLate = request !== undefined && (request.status !== 'submitted' || request.decidable === false)
  const isReturning = deciding === 'return' && !isLate && request !== undefined

  const { isHeld, isHeldNow } = useSentDecision(id)
  const isJustShown = useRecentlyShown(request !== undefined)

  function ask(action: DecisionType) {
    if (isHeldNow() || !request || !getAllowedActions(request, me, request.owner).includes(action)) return
    // The form that is already open may be out of view, because the user scrolled down to read the document.
    if (action === deciding) focusDecisionForm(action)
    else setDeciding(action)
  }
  function press(action: DecisionType) {
    // A second press of the key would confirm an approval, so an early one must not open it.
    if (action === 'approve' && request && isJustShown()) notify.info(earlyKeyText, 'early-key')
    else ask(action)
  }
  useKeyboardShortcuts(
    withKeys
      ? {
          ...Object.fromEntries(
            decisionTypes.map(
              (action) => [requestActions[action].key?.toLowerCase() ?? '', () => press(action)] as const,
            ),
          ),
          j: () => isHeldNow() || queue.next(),
          k: () => isHeldNow() || queue.previous(),
          '?': onHelp,
        }
      : null,
  )

  function belowOf({ key, label }: Field) {
    if (!isReturning) return null
    if (notes[key]) return <FieldNote text={notes[key]} />
    return (
      <Button
        size="s"
        variant="quiet"
        icon="comment"
        aria-label={`Agregar nota a «${label}»`}
        onClick={() => (Object.hasOwn(notes, key) ? focusNoteInput(key) : setNotes({ ...notes, [key]: '' }))}
      >
        Agregar nota
      </Button>
    )
  }

  return (
    <div className="stack-4 shrinkable">
      {request && opened ? (
        <QueueDetail
          opened={opened}
          me={me}
          isCalled={isCalled}
          below={belowOf}
          form={
            deciding && (
              <DecisionForm
                key={deciding}
                action={deciding}
                opened={opened}
                settings={settings}
                notes={notes}
                onNotes={setNotes}
                isLate={isLate}
                onDecided={() => {
                  onDecided(request.number, deciding)
                  queue.advanceFrom(id)
                }}
                onClose={() => {
                  setDeciding(null)
                  focusRequestTitle()
                }}
              />
            )
          }
        />
      ) : error ? (
        <ErrorState message={describeError(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
      <DecisionBar
        request={request}
        me={me}
        withKeys={withKeys}
        isDeciding={deciding !== null}
        isHeld={isHeld}
        onAsk={ask}
        onNext={queue.next}
        onPrevious={queue.previous}
      />
    </div>
  )
}

interface BarProps {
  request: ViewedRequest | undefined
  me: User
  /** True if single-letter keyboard shortcuts are on. */
  withKeys: boolean
  /** True while the decision form is open; the bar is then not sticky, because it would cover the text. */
  isDeciding: boolean
  /** True while a decision is being sent; the buttons are then disabled. */
  isHeld: boolean
  onAsk: (action: DecisionType) => void
  onNext: () => void
  onPrevious: () => void
}

/** Sticky bar with the actions for the viewed request and the navigation in the queue. */
function DecisionBar({ request, me, withKeys, isDeciding, isHeld, onAsk, onNext, onPrevious }: BarProps) {
  const open = request ? getAllowedActions(request, me, request.owner) : []
  const key = (name: string) => (withKeys ? { 'aria-keyshortcuts': name } : {})
  return (
    <section className={cx(s.bar, isDeciding && s.deciding)} aria-label="Decidir">
      <div className={s.decisions}>
        {decisionTypes
          .filter((action) => open.includes(action))
          .map((action) => {
            const { icon, variant = 'secondary', key: letter = '', texts } = requestActions[action]
            return (
              <Button key={action} variant={variant} icon={icon} onClick={() => onAsk(action)} {...key(letter)}>
                {texts.button}
                {withKeys && <Kbd>{letter}</Kbd>}
              </Button>
            )
          })}
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

/** Time in ms in which the approval key is ignored on a new request, because it was meant for the previous one. */
const guardMs = 600
const earlyKeyText = 'Esta solicitud se acaba de abrir. Pulse A otra vez para aprobarla.'

/** Returns a function that reports whether `isShown` became true less than `guardMs` ago. */
function useRecentlyShown(isShown: boolean): () => boolean {
  const since = useRef(Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isShown) since.current = performance.now()
  }, [isShown])
  return () => performance.now() - since.current < guardMs
}

/** Returns whether a decision about the request is being sent. Decisions and navigation are then blocked. */
function useSentDecision(id: string) {
  const ofThisOne: MutationFilters = {
    mutationKey: runActionMutation.mutationKey,
    predicate: ({ state }) => (state.variables as Partial<DecisionInput> | undefined)?.ids?.includes(id) ?? false,
  }
  return {
    isHeld: useIsMutating(ofThisOne) > 0,
    /** Value of `isHeld` at this moment, for a key pressed before the next render. */
    isHeldNow: () => queryClient.isMutating(ofThisOne) > 0,
  }
}
