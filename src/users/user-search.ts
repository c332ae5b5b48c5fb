import { recordIdPattern } from '../domain/text/id.ts'
import { type Role, roles } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { type UserState, userSortFields, userStates } from '../domain/users/user-state.ts'
import { nonBlankPattern, omitUndefined, parseOption, parsePage, parseText } from '../lib/search-params.ts'

/** User in a selection, which may span pages. */
export type SelectedUser = Pick<User, 'id' | 'name' | 'email' | 'verified' | 'isActive' | 'deactivatedAt'>

/** Returns whether the user registered and no administrator has decided yet. */
export const isPending = (user: Pick<User, 'isActive' | 'deactivatedAt'>) => !user.isActive && !user.deactivatedAt

export const userPageSize = 30

export interface UserListSearchParams {
  page?: number
  search?: string
  state?: UserState
  role?: Role
  sort?: string
  view?: string
}

const sorts = userSortFields.flatMap((field) => [field, `-${field}`])

/** Parses the URL parameters of the list; drops invalid values. */
export const parseUserListSearchParams = (raw: Record<string, unknown>): UserListSearchParams =>
  omitUndefined({
    page: parsePage(raw.page),
    search: parseText(raw.search, nonBlankPattern)?.trim(),
    state: parseOption(raw.state, userStates),
    role: parseOption(raw.role, roles),
    sort: parseOption(raw.sort, sorts),
    view: parseText(raw.view, recordIdPattern),
  })
