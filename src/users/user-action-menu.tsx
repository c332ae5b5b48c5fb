import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '../domain/users/user.ts'
import { installationQuery } from '../lib/installation-query.ts'
import { IconButton } from '../ui/actions/button.tsx'
import { Menu } from '../ui/actions/menu.tsx'
import { unblockSignInMutation } from './queries.ts'
import type { UserAction } from './user-action-dialog.tsx'
import { isPending } from './user-search.ts'

interface Props {
  user: User
  self: boolean
  onAsk: (question: UserAction) => void
  onCorrect: () => void
  /** Opens the profile values; `undefined` if the organisation has no profile fields. */
  onEdit: (() => void) | undefined
}

export function UserActionMenu({ user, self, onAsk, onCorrect, onEdit }: Props) {
  const navigate = useNavigate()
  // Loads the providers when the menu is about to open, so that the list of users needs no further call.
  const [isNear, setNear] = useState(false)
  const { data: { providers = [] } = {} } = useQuery({ ...installationQuery, enabled: isNear })
  const unblocking = useMutation(unblockSignInMutation)
  return (
    <Menu
      trigger={
        <IconButton
          icon="more"
          size="s"
          label={`Más acciones para ${user.name}`}
          onFocus={() => setNear(true)}
          onPointerOver={() => setNear(true)}
        />
      }
      items={[
        {
          label: 'Ver sus solicitudes',
          icon: 'requests',
          onSelect: () => void navigate({ to: '/app/user-managment/$userId/request', params: { userId: user.id } }),
        },
        { label: 'Corregir nombre, correo o teléfono', icon: 'edit', onSelect: onCorrect },
        onEdit && { label: 'Completar sus datos', icon: 'edit', onSelect: onEdit },
        {
          label: user.role === '_admin' ? 'Cambiar a usuario' : 'Cambiar a administrador',
          icon: 'shield',
          disabled: self,
          onSelect: () => onAsk({ kind: 'role', user }),
        },
        user.isActive &&
          !user.verified && {
            label: 'Invitar otra vez',
            icon: 'mail',
            onSelect: () => onAsk({ kind: 'invite', user }),
          },
        { label: 'Desbloquear el ingreso', icon: 'key', onSelect: () => unblocking.mutate(user.id) },
        user.secondFactor &&
          !self && {
            label: 'Quitar el código al ingresar',
            icon: 'key',
            onSelect: () => onAsk({ kind: 'secondFactor', user }),
          },
        providers.length > 0 &&
          !self && {
            label: 'Desvincular sus cuentas',
            icon: 'key',
            onSelect: () => onAsk({ kind: 'unlink', user }),
          },
        user.isActive
          ? {
              label: 'Desactivar',
              icon: 'reject',
              danger: true,
              separated: true,
              disabled: self,
              onSelect: () => onAsk({ kind: 'deactivate', users: [user] }),
            }
          : { label: 'Activar', icon: 'approve', onSelect: () => onAsk({ kind: 'activate', users: [user] }) },
        isPending(user) && {
          label: 'Rechazar el registro',
          icon: 'reject',
          danger: true,
          separated: true,
          onSelect: () => onAsk({ kind: 'reject', users: [user] }),
        },
        {
          label: 'Borrar la cuenta',
          icon: 'trash',
          danger: true,
          disabled: self,
          onSelect: () => onAsk({ kind: 'delete', user }),
        },
      ]}
    />
  )
}
