import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { User } from '../domain/users/user.ts'
import type { Manager } from '../domain/users/user-output.ts'
import { pb } from '../lib/pb.ts'

/** Manager of a user, whose record the user cannot read. */
export const managerQuery = ({ id, manager }: Pick<User, 'id' | 'manager'>) =>
  queryOptions({
    queryKey: ['users', 'manager', id, manager],
    queryFn: async (): Promise<Manager> =>
      manager ? pb.send(`/api/app/users/${id}/manager`, { method: 'GET' }) : { name: '', isActive: false },
  })

export const setManagerMutation = mutationOptions({
  mutationKey: ['users', 'manager'],
  mutationFn: ({ id, updated, manager }: Pick<User, 'id' | 'updated' | 'manager'>) =>
    pb.collection('users').update<User>(id, { manager }, { query: { updated } }),
  meta: { quiet: true, success: 'Jefe inmediato guardado.' },
})
