import { createFileRoute } from '@tanstack/react-router'
import { auditPageSize, eventListQuery, parseEventListSearchParams } from '../../history/queries.ts'
import { queryClient } from '../../lib/query-client.ts'
import { requireAdminRole } from '../../session/require-admin-role.ts'
import { AuditPage } from './-audit/audit-page.tsx'

export const Route = createFileRoute('/app/audit')({
  beforeLoad: requireAdminRole,
  validateSearch: parseEventListSearchParams,
  loaderDeps: ({ search }) => search,
  loader: ({ deps, cause }) => {
    const first = queryClient.infiniteQuery(eventListQuery(deps, auditPageSize))
    // Does not wait if only the search changed: a pending page would replace the input in which the user is typing.
    return cause === 'stay' ? void first.catch(() => undefined) : first
  },
  component: AuditPage,
})
