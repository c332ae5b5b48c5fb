import { useQuery } from '@tanstack/react-query'
import type { User } from '../domain/users/user.ts'
import { managerQuery } from './queries.ts'

/** Name of a user's immediate manager; «Sin jefe inmediato» if there is none. */
export function ManagerName({ user }: { user: User }) {
  const { data } = useQuery(managerQuery(user))
  if (!data) return '…'
  if (!data.name) return 'Sin jefe inmediato'
  return data.isActive ? data.name : `${data.name} (cuenta inactiva)`
}
