import { createFileRoute } from '@tanstack/react-router'
import { batchQuery, fieldListsQuery } from '../../../../batches/queries.ts'
import { formatQuery, formatVersionQuery } from '../../../../formats/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { BatchPage } from '../-batch/batch-page.tsx'

export const Route = createFileRoute('/app/request/batch/$batchId')({
  loader: async ({ params }) => {
    const batch = await queryClient.query(batchQuery(params.batchId))
    await Promise.all([
      queryClient.query(formatQuery(batch.format)),
      queryClient
        .query(formatVersionQuery(batch.formatVersion))
        .then(({ fields }) => queryClient.query(fieldListsQuery(fields))),
      queryClient.query(settingsQuery()),
    ])
  },
  component: BatchPage,
})
