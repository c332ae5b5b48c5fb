import type { Role } from '../users/role.ts'

export const listsWithViews = ['requests', 'users'] as const
export type ListWithViews = (typeof listsWithViews)[number]

/** Users with whom a view is shared; empty for a private view. */
export const viewAudiences = ['', 'everybody', 'admins'] as const
export type ViewAudience = (typeof viewAudiences)[number]

/** Search parameters of a list (filters and order), without the page number. */
export type ViewSearchParams = Record<string, string>

/** Item of `GET /api/app/views`: a view that the caller may open. */
export interface View {
  id: string
  name: string
  search: ViewSearchParams
  sharedWith: ViewAudience
  owner: string
  ownerName: string
  /** Names of parameters omitted from `search`, because they are invalid or refer to deleted records. */
  missing: string[]
}

/** Returns whether a user may edit a view. Owners edit their private views, administrators edit shared views. */
export function canEditView({ owner, sharedWith }: View, { id, role }: { id: string; role: Role }): boolean {
  return sharedWith ? role === '_admin' : owner === id
}

export const maxViewsPerUser = 40
