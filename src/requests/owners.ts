import { queryOptions } from '@tanstack/react-query'
import type { User } from '../domain/user.ts'
import { pb } from '../lib/pb.ts'

type Owner = Pick<User, 'id' | 'name' | 'email'>

/** The people whose requests an administrator may look for. */
export const owners = queryOptions({
  queryKey: ['users', 'owners'],
  queryFn: () => pb.collection('users').getFullList<Owner>({ fields: 'id,name,email', sort: 'name' }),
})
