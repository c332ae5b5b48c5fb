import { createFileRoute } from '@tanstack/react-router'
import { allGroups } from '../../../../groups/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { listById } from '../../../../lists/queries.ts'
import { onlyAdmins } from '../../../../session/only-admins.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { ListPage } from './-list/list-page.tsx'

export const Route = createFileRoute('/app/settings/lists/$listId')({
  beforeLoad: onlyAdmins,
  loader: ({ params }) =>
    Promise.all([
      queryClient.query(listById(params.listId)),
      queryClient.query(settingsRow()),
      queryClient.query(allGroups),
    ]),
  component: ListPage,
})
