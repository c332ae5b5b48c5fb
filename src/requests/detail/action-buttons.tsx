import { useNavigate } from '@tanstack/react-router'
import { getAllowedActions, type RequestAction, requestActions } from '../../domain/requests/actions.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import type { User } from '../../domain/users/user.ts'
import { Button, IconButton, LinkButton } from '../../ui/actions/button.tsx'
import { Menu } from '../../ui/actions/menu.tsx'

interface Props {
  request: Request & { decidable?: boolean }
  me: User
  onAsk: (action: RequestAction) => void
}

type HeaderAction = RequestAction | 'copy'

/** Actions that open the form: `submit` opens the user's own draft, and `copy` a new request with the same values. */
const links = { submit: { icon: 'edit', variant: 'primary' }, copy: { icon: 'copy', variant: 'quiet' } } as const
const isLink = (action: HeaderAction): action is keyof typeof links => action in links

/** Actions that the user may run now: at most one primary and one secondary button, and a menu. Failed and annulled documents have their own button. */
export function ActionButtons({ request, me, onAsk }: Props) {
  const navigate = useNavigate()
  const allowed = getAllowedActions(request, me, request.owner)
  const mayCopy =
    request.status !== 'draft' && request.privacy !== 'anonymized' && (me.id === request.owner || me.role === '_admin')
  const hasOwnButton = request.documentStatus === 'failed' || request.annulledAt !== ''
  const shown = allowed.filter((action) => !(action === 'regenerate' && hasOwnButton))
  const pick = (isDestructive: boolean) =>
    shown.filter(
      (name) => !requestActions[name].isRare && (requestActions[name].isDestructive ?? false) === isDestructive,
    )
  const usual: HeaderAction[] = [...pick(false), ...(mayCopy ? (['copy'] as const) : []), ...pick(true)]
  const rest = [...usual.slice(2), ...shown.filter((name) => requestActions[name].isRare)]
  const search = { submit: { draft: request.id }, copy: { format: request.format, base: request.id } }

  function getLabel(action: HeaderAction): string {
    if (action === 'copy') return 'Usar como base'
    if (action === 'submit') return request.status === 'returned' ? 'Corregir' : 'Continuar'
    return requestActions[action].texts.button
  }
  return (
    <>
      {rest.length > 0 && (
        <Menu
          trigger={<IconButton icon="more" label="Más acciones" />}
          items={rest.map((action) => ({
            label: getLabel(action),
            icon: isLink(action) ? links[action].icon : requestActions[action].icon,
            danger: !isLink(action) && (requestActions[action].isDestructive ?? false),
            onSelect: () =>
              isLink(action) ? void navigate({ to: '/app/request/create', search: search[action] }) : onAsk(action),
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
              search={search[action]}
              icon={links[action].icon}
              variant={links[action].variant}
            >
              {getLabel(action)}
            </LinkButton>
          ) : (
            <Button
              key={action}
              variant={requestActions[action].variant ?? (requestActions[action].isDestructive ? 'quiet' : 'secondary')}
              icon={requestActions[action].icon}
              onClick={() => onAsk(action)}
            >
              {getLabel(action)}
            </Button>
          ),
        )}
    </>
  )
}
