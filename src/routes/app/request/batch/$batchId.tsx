import { createFileRoute } from '@tanstack/react-router'
import { batchRequestCountsQuery, batchRowCountQuery, fieldListsQuery } from '../../../../batches/queries.ts'
import { formatQuery, formatVersionQuery } from '../../../../formats/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { BatchPage } from '../-batch/batch-page.tsx'
import { loadBatch } from '../-batch/load-batch.ts'

export const Route = createFileRoute('/app/request/batch/$batchId')({
  loader: async ({ params }) => {
    // Without these counts the page would show zeros, and move when the counts arrive. The page opens without them if their calls fail.
    const counts = Promise.allSettled([
      queryClient.query(batchRequestCountsQuery(params.batchId)),
      queryClient.query(batchRowCountQuery(params.batchId, 'valid')),
    ])
    const batch = await loadBatch(params.batchId)
    await Promise.all([
      counts,
      queryClient.query(formatQuery(batch.format)),
      queryClient
        .query(formatVersionQuery(batch.formatVersion))
        .then(({ fields }) => queryClient.query(fieldListsQuery(fields))),
      queryClient.query(settingsQuery()),
    ])
  },
  component: BatchPage,
})
