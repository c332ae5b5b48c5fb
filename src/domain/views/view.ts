import type { Role } from '../users/role.ts'

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
