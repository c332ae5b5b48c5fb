import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { formatById } from '../../../formats/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { allSignatories } from '../../../settings/signatory-queries.ts'
import { FormatEditor } from './-editor/format-editor.tsx'

export const Route = createFileRoute('/app/format/$formatId')({
  beforeLoad: onlyAdmins,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(formatById(params.formatId)),
      queryClient.query(settingsRow()),
      queryClient.query(allSignatories),
    ]),
  component: FormatPage,
})

function FormatPage() {
  const { user: me } = Route.useRouteContext()
  const { data: format } = useSuspenseQuery(formatById(Route.useParams().formatId))
  useLive('formats', 'signatories', 'groups')
  return <FormatEditor key={format.id} format={format} me={me} />
}
