import { batchQuery } from '../../../../batches/queries.ts'
import type { Batch } from '../../../../domain/batches/batch-output.ts'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import { formatQuery, formatVersionQuery } from '../../../../formats/queries.ts'
import { pb } from '../../../../lib/pb.ts'
import { queryClient } from '../../../../lib/query-client.ts'

/** Loads a batch with its format and version in one call, unless the batch is loaded. */
export const loadBatch = (id: string): Promise<Batch> =>
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
