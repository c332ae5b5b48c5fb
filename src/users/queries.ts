import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Value } from '../domain/fields/field.ts'
import type { OpenWork } from '../domain/users/open-work.ts'
import type { Role } from '../domain/users/role.ts'
import type { Invitation, User } from '../domain/users/user.ts'
import type { UserState } from '../domain/users/user-state.ts'
import { getErrorCode } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { queryClient } from '../lib/query-client.ts'
import { userTaskCountsQuery } from '../session/counts-query.ts'
import { findUsers } from './found-users-query.ts'
import { type SelectedUser, type UserListSearchParams, userPageSize } from './user-search.ts'

const users = () => pb.collection('users')

/** Returns one page of users; by default accounts waiting for activation come first, newest first. */
export const userListQuery = ({ view: _, ...search }: UserListSearchParams) =>
  queryOptions({
    queryKey: ['users', 'list', search],
    queryFn: async () =>
      users().getList<User>(search.page ?? 1, userPageSize, {
        filter: await createUserFilter(search),
        sort: search.sort ?? 'isActive,deactivatedAt,-created',
      }),
    placeholderData: keepPreviousData,
  })

/** Loads the users of all pages of a search, for an action on them. */
export const loadMatchingUsersMutation = mutationOptions({
  mutationKey: ['users', 'all'],
  mutationFn: async (search: UserListSearchParams) =>
    users().getFullList<SelectedUser>({
      filter: await createUserFilter(search),
      fields: 'id,name,email,verified,isActive,deactivatedAt',
      sort: 'created,id',
    }),
  meta: { invalidates: [] },
})

const stateFilters = {
  waiting: "isActive = false && deactivatedAt = '' && verified = true",
  // Registrations and invitations whose address is not confirmed.
  unconfirmed: "deactivatedAt = '' && verified = false",
  active: 'isActive = true',
  inactive: "deactivatedAt != '' && rejected = false",
  rejected: 'rejected = true',
} as const satisfies Record<UserState, string>

/** Filters without a mail server: no registration can confirm its address, so all wait for activation. */
const stateFiltersWithoutMail = {
  ...stateFilters,
  waiting: "isActive = false && deactivatedAt = ''",
  unconfirmed: 'isActive = true && verified = false',
}

async function hasMailServer(): Promise<boolean> {
  // Only a restart of the server changes the answer.
  const { admin } = await queryClient.query({ ...userTaskCountsQuery, staleTime: 'static' })
  return admin?.mailEnabled ?? true
}

async function createUserFilter({ search, state, role }: UserListSearchParams) {
  const parts: string[] = []
  if (search) {
    // Searches separately, because PocketBase's own filters distinguish accents: «nunez» would not find «Núñez».
    const found = await findUsers(search)
    const ids = found.map(({ id }) => id).join(' ')
    const filter = '(name ~ {:search} || email ~ {:search} || phone ~ {:search} || {:ids} ~ id)'
    parts.push(pb.filter(filter, { search, ids }))
  }
  if (state) parts.push(((await hasMailServer()) ? stateFilters : stateFiltersWithoutMail)[state])
  if (role) parts.push(pb.filter('role = {:role}', { role }))
  return parts.join(' && ')
}

export const administratorsQuery = queryOptions({
  queryKey: ['users', 'administrators'],
  queryFn: () =>
    users().getFullList<Pick<User, 'id' | 'name'>>({
      filter: "role = '_admin' && isActive = true",
      fields: 'id,name',
      sort: 'name',
    }),
})

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'one', id],
    queryFn: () => users().getOne<User>(id),
  })

/**
 * Loads the user again if the server refused an update because the record had changed; `undefined` after other errors.
 */
export const reloadAfterConflict = async (error: unknown, id: string): Promise<User | undefined> =>
  getErrorCode(error) === 'record.changed' ? users().getOne<User>(id) : undefined

/** Work that a user leaves open; always loaded again, because a substitute may have been named since. */
export const openWorkQuery = (id: string) =>
  queryOptions({
    queryKey: ['users', 'open', id],
    queryFn: () => pb.send<OpenWork>(`/api/app/users/${id}/open`, { method: 'GET' }),
    staleTime: 0,
  })

export interface ActivationResult {
  changed: string[]
  skipped: { id: string; code: string }[]
}

/** Maximum ids that the server accepts in one call. */
const maxIds = 200

/** `undoActivation` returns users to their state before. */
export type ActivityChange = 'activate' | 'deactivate' | 'undoActivation' | 'reject' | 'undoRejection'

const activityCalls = {
  activate: { path: 'activate' },
  deactivate: { path: 'deactivate' },
  undoActivation: { path: 'deactivate', undo: true },
  reject: { path: 'reject' },
  undoRejection: { path: 'reject', undo: true },
}

/** Activates, deactivates or rejects users, in chunks; `onPart` receives the result of each chunk. Deactivation ends their sessions immediately. */
export const setUserActiveMutation = (onPart: (part: ActivationResult) => void) =>
  mutationOptions({
    mutationKey: ['users', 'active'],
    mutationFn: async ({ ids, change, reason }: { ids: string[]; change: ActivityChange; reason?: string }) => {
      const { path, ...undo } = activityCalls[change]
      for (let at = 0; at < ids.length; at += maxIds) {
        const body = { ids: ids.slice(at, at + maxIds), ...undo, ...(reason && { reason }) }
        onPart(await pb.send<ActivationResult>(`/api/app/users/${path}`, { method: 'POST', body }))
      }
    },
  })

export const setUserRoleMutation = mutationOptions({
  mutationKey: ['users', 'role'],
  mutationFn: ({ id, role }: { id: string; role: Role }) => users().update<User>(id, { role }),
  meta: { quiet: true, success: 'Rol cambiado.' },
})

export const inviteUserMutation = mutationOptions({
  mutationKey: ['users', 'invite'],
  mutationFn: (body: Invitation) => pb.send<void>('/api/app/users/invite', { method: 'POST', body }),
  meta: { quiet: true, success: 'Invitación enviada.' },
})

export const resendInvitationMutation = mutationOptions({
  mutationKey: ['users', 'inviteAgain'],
  mutationFn: (id: string) => pb.send<void>(`/api/app/users/${id}/invite`, { method: 'POST' }),
  meta: { quiet: true, success: 'Invitación enviada otra vez.' },
})

/** Forgets the wrong passwords and codes of an account, so that its owner can sign in immediately. */
export const unblockSignInMutation = mutationOptions({
  mutationKey: ['users', 'unblock'],
  mutationFn: (id: string) => pb.send<void>(`/api/app/users/${id}/unblock`, { method: 'POST' }),
  meta: { success: 'Los intentos equivocados ya no cuentan. La persona puede ingresar.' },
})

export const deleteUserMutation = mutationOptions({
  mutationKey: ['users', 'delete'],
  mutationFn: (id: string) => pb.send<void>(`/api/app/users/${id}`, { method: 'DELETE' }),
  meta: { quiet: true, success: 'Cuenta borrada.' },
})

export const updateUserContactMutation = mutationOptions({
  mutationKey: ['users', 'contact'],
  mutationFn: ({ id, updated, name, phone }: Pick<User, 'id' | 'updated' | 'name' | 'phone'>) =>
    users().update<User>(id, { name, phone }, { query: { updated } }),
  meta: { quiet: true },
})

/**
 * Requests a change of the e-mail address. The user must confirm it, unless the old address was unconfirmed (`changed`
 * in the response).
 */
export const requestUserEmailChangeMutation = mutationOptions({
  mutationKey: ['users', 'email'],
  mutationFn: ({ id, email }: { id: string; email: string }) =>
    pb.send<{ changed: boolean }>(`/api/app/users/${id}/email`, { method: 'POST', body: { email } }),
  meta: { quiet: true },
})

/** Updates only the given profile values; `null` removes a value. */
export const saveProfileValuesMutation = mutationOptions({
  mutationKey: ['users', 'profile'],
  mutationFn: ({ id, updated, profile }: Pick<User, 'id' | 'updated'> & { profile: Record<string, Value | null> }) =>
    users().update<User>(id, { profile }, { query: { updated } }),
  meta: { quiet: true, success: 'Datos guardados.' },
})
