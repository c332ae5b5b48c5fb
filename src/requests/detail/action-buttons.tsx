import { useNavigate } from '@tanstack/react-router'
import type { Request } from '../../domain/requests/request.ts'
import { getAllowedActions, type RequestAction, requestTransitions } from '../../domain/requests/request-transitions.ts'
import type { User } from '../../domain/users/user.ts'
import { Button, type ButtonVariant } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { actionIcons, actionVariants } from '../action-styles.ts'

interface Props {
  request: Request & { decidable?: boolean }
  me: User
  onAsk: (action: RequestAction) => void
}

/** Actions in order of use; `copy` starts a new request with the same values. The first two are buttons, the others are in a menu. */
const actionOrder = ['submit', 'approve', 'return', 'issue', 'reopen', 'copy', 'cancel', 'reject'] as const
/** Actions that are used rarely. They are always in the menu. */
const rareActions = ['regenerate', 'annul'] as const
type HeaderAction = RequestAction | 'copy'

const destructiveActions: readonly HeaderAction[] = ['cancel', 'reject', 'annul']
const linkIcons = { submit: 'edit', copy: 'copy' } as const
const variants: Partial<Record<HeaderAction, ButtonVariant>> = {
  ...actionVariants,
  submit: 'primary',
  copy: 'quiet',
  cancel: 'quiet',
}

/** Actions that the user may run now: at most one primary and one secondary button, and a menu. A failed document has its own button. */
export function ActionButtons({ request, me, onAsk }: Props) {
  const navigate = useNavigate()
  const allowed = getAllowedActions(request, me, request.owner)
  const mayCopy = request.status !== 'draft' && (me.id === request.owner || me.role === '_admin')
  const isShown = (action: HeaderAction) =>
    action === 'copy'
      ? mayCopy
      : allowed.includes(action) && !(action === 'regenerate' && request.documentStatus === 'failed')
  const usual = actionOrder.filter(isShown)
  const rest = [...usual.slice(2), ...rareActions.filter(isShown)]
  const links = { submit: { draft: request.id }, copy: { format: request.format, base: request.id } }

  function getLabel(action: HeaderAction): string {
    if (action === 'copy') return 'Usar como base'
    if (action === 'submit') return request.status === 'returned' ? 'Corregir' : 'Continuar'
    return requestTransitions[action].name
  }
  const isLink = (action: HeaderAction): action is keyof typeof links => action in links
  return (
    <>
      {rest.length > 0 && (
        <Menu
          trigger={<IconButton icon="more" label="Más acciones" />}
          items={rest.map((action) => ({
            label: getLabel(action),
            icon: isLink(action) ? linkIcons[action] : actionIcons[action],
            danger: destructiveActions.includes(action),
            onSelect: () =>
              isLink(action) ? void navigate({ to: '/app/request/create', search: links[action] }) : onAsk(action),
          }))}
        />
      )}
      {usual
        .slice(0, 2)
        .reverse()
        .map((action) =>
          isLink(action) ? (
            <LinkButton
              key={action}
              to="/app/request/create"
              search={links[action]}
              icon={linkIcons[action]}
              variant={variants[action] ?? 'secondary'}
            >
              {getLabel(action)}
            </LinkButton>
          ) : (
            <Button
              key={action}
              variant={variants[action] ?? 'secondary'}
              icon={actionIcons[action]}
              onClick={() => onAsk(action)}
            >
              {getLabel(action)}
            </Button>
          ),
        )}
    </>
  )
}
