import { createFileRoute } from '@tanstack/react-router'
import { allFormatsQuery } from '../../../formats/admin-queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { requireAdminRole } from '../../../session/require-admin-role.ts'
import { FormatListPage } from './-list/format-list-page.tsx'
import { parseFormatListSearchParams } from './-list/format-search.ts'

export const Route = createFileRoute('/app/format/')({
  beforeLoad: requireAdminRole,
  validateSearch: parseFormatListSearchParams,
  loader: () => queryClient.query(allFormatsQuery),
  component: FormatListPage,
})
