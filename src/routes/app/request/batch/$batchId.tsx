import { createFileRoute } from '@tanstack/react-router'
import { batchById, listsBoundToFields } from '../../../../batches/queries.ts'
import { formatById, formatVersion } from '../../../../formats/queries.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { settingsRow } from '../../../../settings/queries.ts'
import { BatchPage } from '../-batch/batch-page.tsx'

export const Route = createFileRoute('/app/request/batch/$batchId')({
  loader: async ({ params }) => {
    const batch = await queryClient.query(batchById(params.batchId))
    await Promise.all([
      queryClient.query(formatById(batch.format)),
      queryClient
        .query(formatVersion(batch.formatVersion))
        .then(({ fields }) => queryClient.query(listsBoundToFields(fields))),
      queryClient.query(settingsRow()),
    ])
  },
  component: BatchPage,
})
