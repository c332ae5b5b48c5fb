import { recordIdPattern } from '../domain/text/id.ts'
import { type Role, roles } from '../domain/users/role.ts'
import type { User } from '../domain/users/user.ts'
import { nonBlankPattern, omitUndefined, parseOption, parsePage, parseText } from '../lib/search-params.ts'

/** User in a selection, which may span pages. */
export type SelectedUser = Pick<User, 'id' | 'name' | 'email' | 'verified' | 'isActive'>

export const userPageSize = 30
export const userStatusLabels = { waiting: 'Por activar', active: 'Activos', inactive: 'Inactivos' } as const
export type UserState = keyof typeof userStatusLabels

export interface UserListSearchParams {
  page?: number
  search?: string
  state?: UserState
  role?: Role
  sort?: string
  view?: string
}

const sorts = ['name', '-name', 'email', '-email', 'created', '-created']
const states = Object.keys(userStatusLabels) as UserState[]

/** Parses the URL parameters of the list; drops invalid values. */
export const parseUserListSearchParams = (raw: Record<string, unknown>): UserListSearchParams =>
  omitUndefined({
    page: parsePage(raw.page),
    search: parseText(raw.search, nonBlankPattern)?.trim(),
    state: parseOption(raw.state, states),
    role: parseOption(raw.role, roles),
    sort: parseOption(raw.sort, sorts),
    view: parseText(raw.view, recordIdPattern),
  })
