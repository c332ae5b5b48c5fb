import { createFileRoute } from '@tanstack/react-router'
import { queryClient } from '../../../lib/query-client.ts'
import { nonBlankPattern, omitUndefined, parsePage, parseText } from '../../../lib/search-params.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { type GuestListSearchParams, guestListQuery } from '../../../users/guest-queries.ts'
import { GuestListPage } from './-guests/guest-list-page.tsx'

export const Route = createFileRoute('/app/user-managment/guests')({
  beforeLoad: requireAdminRole,
  validateSearch: (raw: Record<string, unknown>): GuestListSearchParams =>
    omitUndefined({ page: parsePage(raw.page), search: parseText(raw.search, nonBlankPattern)?.trim() }),
  loaderDeps: ({ search }) => search,
  // Does not wait if only the search changed: a pending page would replace the input in which the user is typing.
  loader: ({ deps, cause }) => {
    const first = queryClient.query(guestListQuery(deps))
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: GuestListPage,
})
