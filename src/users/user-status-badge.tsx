import type { User } from '../domain/users/user.ts'
import { Badge } from '../ui/data/badge.tsx'

export function UserStatusBadge({ user }: { user: User }) {
  if (user.isActive)
    return (
      <>
        <Badge tone="success">Activo</Badge>
        {!user.verified && <Badge>Correo sin confirmar</Badge>}
      </>
    )
  if (user.rejected) return <Badge>Rechazado</Badge>
  if (user.deactivatedAt) return <Badge>Inactivo</Badge>
  return <Badge tone="warning">{user.verified ? 'Por activar' : 'Correo sin confirmar'}</Badge>
}
