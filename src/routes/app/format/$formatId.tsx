import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { formatQuery } from '../../../formats/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { signatoryListQuery } from '../../../settings/signatory-queries.ts'
import { FormatEditor } from './-editor/format-editor.tsx'

export const Route = createFileRoute('/app/format/$formatId')({
  beforeLoad: requireAdminRole,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(formatQuery(params.formatId)),
      queryClient.query(settingsQuery()),
      queryClient.query(signatoryListQuery),
    ]),
  component: FormatPage,
})

function FormatPage() {
  const { user: me } = Route.useRouteContext()
  const { data: format } = useSuspenseQuery(formatQuery(Route.useParams().formatId))
  useRealtimeUpdates('formats', 'signatories', 'groups')
  return <FormatEditor key={format.id} format={format} me={me} />
}
