import {
  getAllowedActions,
  type Request,
  type RequestAction,
  requestTransitions,
} from '../../domain/requests/request.ts'
import type { User } from '../../domain/users/user.ts'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { actionIcons, actionVariants } from '../action-styles.ts'

interface Props {
  request: Request & { decidable?: boolean }
  me: User
  onAsk: (action: RequestAction) => void
}

/** Buttons of the actions that the user may run now, except submitting and regenerating the document, which have other buttons. */
export function ActionButtons({ request, me, onAsk }: Props) {
  const steps = getAllowedActions(request, me, request.owner)
  const usual = steps.filter((action) => action !== 'submit' && action !== 'regenerate').reverse()
  return (
    <>
      {request.status !== 'draft' && (me.id === request.owner || me.role === '_admin') && (
        <LinkButton
          to="/app/request/create"
          search={{ format: request.format, base: request.id }}
          icon="copy"
          variant="quiet"
        >
          Usar como base
        </LinkButton>
      )}
      {usual.map((action) => (
        <Button
          key={action}
          variant={actionVariants[action] ?? (action === 'cancel' || action === 'annul' ? 'quiet' : 'secondary')}
          icon={actionIcons[action]}
          onClick={() => onAsk(action)}
        >
          {requestTransitions[action].name}
        </Button>
      ))}
      {steps.includes('submit') && (
        <LinkButton to="/app/request/create" search={{ draft: request.id }} icon="edit" variant="primary">
          {request.status === 'returned' ? 'Corregir' : 'Continuar'}
        </LinkButton>
      )}
    </>
  )
}
