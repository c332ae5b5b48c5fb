import { createFileRoute } from '@tanstack/react-router'
import { allFormats } from '../../../formats/admin-queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { onlyAdmins } from '../../../session/only-admins.ts'
import { FormatListPage } from './-list/format-list-page.tsx'
import { readFormatSearch } from './-list/format-search.ts'

export const Route = createFileRoute('/app/format/')({
  beforeLoad: onlyAdmins,
  validateSearch: readFormatSearch,
  loader: () => queryClient.query(allFormats),
  component: FormatListPage,
})
