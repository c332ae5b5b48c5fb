import type { Request } from '../../domain/requests/request.ts'
import { getAllowedActions, type RequestAction, requestTransitions } from '../../domain/requests/request-transitions.ts'
import type { User } from '../../domain/users/user.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { actionIcons, actionVariants } from '../action-styles.ts'

interface Props {
  request: Request & { decidable?: boolean }
  me: User
  onAsk: (action: RequestAction) => void
}

/** Actions that are used rarely: they stand in a menu. */
const rareActions: readonly RequestAction[] = ['regenerate', 'annul']

/** Buttons of the actions that the user may run now. Submitting has its own form, and a failed document its own button. */
export function ActionButtons({ request, me, onAsk }: Props) {
  const steps = getAllowedActions(request, me, request.owner)
  const usual = steps.filter((action) => action !== 'submit' && !rareActions.includes(action)).reverse()
  const rare = steps.filter(
    (action) => rareActions.includes(action) && !(action === 'regenerate' && request.documentStatus === 'failed'),
  )
  return (
    <>
      {rare.length > 0 && (
        <Menu
          trigger={<IconButton icon="more" label="Más acciones" />}
          items={rare.map((action) => ({
            label: requestTransitions[action].name,
            icon: actionIcons[action],
            danger: action === 'annul',
            onSelect: () => onAsk(action),
          }))}
        />
      )}
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
          variant={actionVariants[action] ?? (action === 'cancel' ? 'quiet' : 'secondary')}
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
