import { isRecordId } from '../domain/text/id.ts'
import { type Role, roles } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'

/** User in a selection, which may span pages. */
export type SelectedUser = Pick<User, 'id' | 'name' | 'email' | 'verified' | 'isActive'>

export const userPageSize = 30
export const userStatusLabels = { waiting: 'Por activar', active: 'Activos', inactive: 'Inactivos' } as const
export const pendingActivationFilter = "isActive = false && deactivatedAt = ''"
type UserState = keyof typeof userStatusLabels

export interface UserListSearchParams {
  page?: number
  search?: string
  state?: UserState
  role?: Role
  sort?: string
  view?: string
}

const sorts = ['name', '-name', 'email', '-email', 'created', '-created']

/** Parses the URL parameters of the list; drops invalid values. */
export function parseUserListSearchParams(raw: Record<string, unknown>): UserListSearchParams {
  const page = Number(raw.page)
  const text = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search).trim() : ''
  const state = (Object.keys(userStatusLabels) as UserState[]).find((each) => each === raw.state)
  const role = roles.find((each) => each === raw.role)
  const sort = sorts.find((each) => each === raw.sort)
  const view = isRecordId(raw.view) && raw.view
  return {
    ...(Number.isInteger(page) && page > 1 && { page }),
    ...(text && { search: text }),
    ...(state && { state }),
    ...(role && { role }),
    ...(sort && { sort }),
    ...(view && { view }),
  }
}

const stateFilters = {
  waiting: pendingActivationFilter,
  active: 'isActive = true',
  inactive: "isActive = false && deactivatedAt != ''",
} as const satisfies Record<UserState, string>

/** Returns the search as a PocketBase filter; `bind` escapes values. `found`: ids of users whose text matches without accents. */
export function toUserFilter(
  { search, state, role }: UserListSearchParams,
  found: readonly string[],
  bind: (text: string, values: Record<string, unknown>) => string,
): string {
  const parts: string[] = []
  if (search)
    parts.push(
      bind('(name ~ {:search} || email ~ {:search} || phone ~ {:search} || {:ids} ~ id)', {
        search,
        ids: found.join(' '),
      }),
    )
  if (state) parts.push(stateFilters[state])
  if (role) parts.push(bind('role = {:role}', { role }))
  return parts.join(' && ')
}
