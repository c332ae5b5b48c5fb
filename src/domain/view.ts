import { requestSorts } from './request.ts'
import { faultsOfFilter } from './request-filter.ts'
import { type Role, roles } from './role.ts'

/** The lists that have saved views. */
export const viewPlaces = ['requests', 'users'] as const
export type ViewPlace = (typeof viewPlaces)[number]

/** With whom a view is shared; empty for a view of one's own. */
export const viewReaders = ['', 'everybody', 'admins'] as const
export type ViewReaders = (typeof viewReaders)[number]

/** What the address of a list says without its page: filters and order. */
export type KeptSearch = Record<string, string>

/** One of the views that whoever asks may open, as `GET /api/app/views` gives it. */
export interface View {
  id: string
  name: string
  search: KeptSearch
  sharedWith: ViewReaders
  owner: string
  ownerName: string
  /** Whether it opens first for whoever asks. */
  first: boolean
  /** The names of what is gone, or no longer means anything (and is left out of `search`). */
  missing: string[]
}

/** One's own is for oneself; what is shared is for administrators. */
export function mayChange({ owner, sharedWith }: View, { id, role }: { id: string; role: Role }): boolean {
  return sharedWith ? role === '_admin' : owner === id
}

/** So many may somebody have. */
export const mostViews = 40

const sortsOf = (keys: readonly string[]) => keys.flatMap((key) => [key, `-${key}`])
const ordersOfRequests = sortsOf(requestSorts)

const userStateNames = ['waiting', 'active', 'inactive']
const ofUsers: Record<string, (text: string) => boolean> = {
  search: (text) => text.length <= 200,
  state: (text) => userStateNames.includes(text),
  role: (text) => roles.some((role) => role === text),
  sort: (text) => sortsOf(['name', 'email', 'created']).includes(text),
}

/** The names of what a view says wrongly, judged as the address of its list is: when it is saved, and each time that it is read. */
export function faultsOfView(place: ViewPlace, { sort, ...filter }: Record<string, unknown>): string[] {
  const wrongOrder = sort === undefined || ordersOfRequests.some((order) => order === sort) ? [] : ['sort']
  if (place === 'requests') return [...faultsOfFilter(filter), ...wrongOrder]
  return Object.entries({ ...filter, ...(sort !== undefined && { sort }) })
    .filter(([name, value]) => typeof value !== 'string' || !Object.hasOwn(ofUsers, name) || !ofUsers[name]?.(value))
    .map(([name]) => name)
}
