import { createFileRoute } from '@tanstack/react-router'
import { allFormatsQuery } from '../../../formats/admin-queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { WordImportPage } from './-word/word-import-page.tsx'

export const Route = createFileRoute('/app/format/word')({
  beforeLoad: requireAdminRole,
  /** `format`: id of the format that receives the text; absent for a new format. */
  validateSearch: ({ format }: Record<string, unknown>): { format?: string } =>
    typeof format === 'string' && format ? { format } : {},
  loader: () => Promise.all([queryClient.query(allFormatsQuery), queryClient.query(settingsQuery())]),
  component: WordImportRoute,
})

function WordImportRoute() {
  const { user: me } = Route.useRouteContext()
  return <WordImportPage me={me} target={Route.useSearch().format} />
}
