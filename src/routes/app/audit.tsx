import { createFileRoute } from '@tanstack/react-router'
import { auditPageSize, eventSearchOf } from '../../history/event-search.ts'
import { eventLines } from '../../history/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { onlyAdmins } from '../../session/only-admins.ts'
import { AuditPage } from './-audit/audit-page.tsx'

export const Route = createFileRoute('/app/audit')({
  beforeLoad: onlyAdmins,
  validateSearch: eventSearchOf,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const first = queryClient.infiniteQuery(eventLines(deps, auditPageSize))
    // Does not wait if the user is already on the page: a pending page would remove the input in use.
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: AuditPage,
})
