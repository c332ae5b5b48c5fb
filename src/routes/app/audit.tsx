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
    // While one stays, the list itself shows that it is being read: waiting for it here would take away what is being typed.
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: AuditPage,
})
