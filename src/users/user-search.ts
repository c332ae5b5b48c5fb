import { isRecordId } from '../domain/text/id.ts'
import { type Role, roles } from '../domain/users/role.ts'

export const userPageSize = 30
export const userStates = { waiting: 'Por activar', active: 'Activos', inactive: 'Inactivos' } as const
export const waiting = "isActive = false && deactivatedAt = ''"
type UserState = keyof typeof userStates

export interface UserSearch {
  page?: number
  search?: string
  state?: UserState
  role?: Role
  sort?: string
  /** Id of the saved view that is open. */
  view?: string
}

const sorts = ['name', '-name', 'email', '-email', 'created', '-created']

/** Parses the URL parameters of the list; drops invalid values. */
export function userSearchOf(raw: Record<string, unknown>): UserSearch {
  const page = Number(raw.page)
  const text = typeof raw.search === 'string' || typeof raw.search === 'number' ? String(raw.search).trim() : ''
  const state = (Object.keys(userStates) as UserState[]).find((each) => each === raw.state)
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

const conditions = {
  waiting,
  active: 'isActive = true',
  inactive: "isActive = false && deactivatedAt != ''",
} as const satisfies Record<UserState, string>

/** Returns the search as a PocketBase filter; `bind` escapes values. */
export function userFilter(
  { search, state, role }: UserSearch,
  bind: (text: string, values: Record<string, unknown>) => string,
): string {
  const parts: string[] = []
  if (search) parts.push(bind('(name ~ {:search} || email ~ {:search} || phone ~ {:search})', { search }))
  if (state) parts.push(conditions[state])
  if (role) parts.push(bind('role = {:role}', { role }))
  return parts.join(' && ')
}
