import { queryOptions } from '@tanstack/react-query'
import type { User } from '../domain/users/user.ts'
import { pb } from '../lib/pb.ts'

type FoundUser = Pick<User, 'id' | 'name' | 'email'>

/**
 * Finds up to 150 users whose name, e-mail address or telephone contains the search text, ignoring case and accents.
 * Only for administrators.
 */
export async function findUsers(search: string): Promise<FoundUser[]> {
  const query = { search, all: 'true' }
  return (await pb.send<{ items: FoundUser[] }>('/api/app/people', { method: 'GET', query })).items
}

export const userListMatchesQuery = (search: string) =>
  queryOptions({ queryKey: ['users', 'palette', search], queryFn: () => findUsers(search) })
