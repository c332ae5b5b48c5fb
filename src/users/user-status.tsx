import type { User } from '../domain/user.ts'
import { Badge } from '../ui/badge.tsx'

export function UserStatus({ user }: { user: User }) {
  if (user.isActive) return <Badge tone="success">Activo</Badge>
  return user.verified ? <Badge tone="warning">Por activar</Badge> : <Badge>Sin confirmar el correo</Badge>
}
