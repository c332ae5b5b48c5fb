import { createFileRoute } from '@tanstack/react-router'
import {
  batchQuery,
  batchRequestCountsQuery,
  batchRowCountQuery,
  fieldListsQuery,
} from '../../../../batches/queries.ts'
import type { Batch } from '../../../../domain/batches/batch-output.ts'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import { formatQuery, formatVersionQuery } from '../../../../formats/queries.ts'
import { pb } from '../../../../lib/pb.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { BatchPage } from '../-batch/batch-page.tsx'

/** Loads a batch with its format and version in one call, unless the batch is loaded. */
const loadBatch = (id: string): Promise<Batch> =>
  queryClient.query({
    ...batchQuery(id),
    queryFn: async () => {
      const found = await pb
        .collection('batches')
        .getOne<Batch & { expand?: { format?: Format; formatVersion?: FormatVersion } }>(id, {
          expand: 'format,formatVersion',
        })
      const { expand: { format, formatVersion } = {}, ...batch } = found
      if (format) queryClient.setQueryData(formatQuery(format.id).queryKey, format)
      if (formatVersion) queryClient.setQueryData(formatVersionQuery(formatVersion.id).queryKey, formatVersion)
      return batch
    },
  })

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
