import type { Role } from '../users/role.ts'

export const listsWithViews = ['requests', 'users'] as const
export type ListWithViews = (typeof listsWithViews)[number]

/** Users with whom a view is shared; empty for a private view. */
export const viewAudiences = ['', 'everybody', 'admins'] as const
export type ViewAudience = (typeof viewAudiences)[number]

/** Returns whether a user may edit a view. Owners edit their private views, administrators edit shared views. */
export function canEditView(
  { owner, sharedWith }: { owner: string; sharedWith: ViewAudience },
  { id, role }: { id: string; role: Role },
): boolean {
  return sharedWith ? role === '_admin' : owner === id
}

export const maxViewsPerUser = 40
