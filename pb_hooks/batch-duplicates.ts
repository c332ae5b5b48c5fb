import { run } from './sql.ts'
import type { Version } from './versions.ts'

/**
 * Turns valid rows of a batch, up to the one numbered `last`, into rows in error whose `unique` value stands in an earlier row of
 * the batch or in an open request.
 */
export function markDuplicates(tx: CoreApp, batch: core.Record, version: Version, last: number) {
  for (const { key } of version.fields.filter((field) => field.unique)) {
    run(
      tx,
      `WITH candidate AS (
         SELECT id, row, json_extract("values", {:path}) AS value FROM batch_rows
         WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}
       ), ranked AS (SELECT id, value, row_number() OVER (PARTITION BY value ORDER BY row) AS place FROM candidate WHERE value != '')
       UPDATE batch_rows SET status = 'error', errors = json_object({:key}, 'duplicate') WHERE id IN (
         SELECT id FROM ranked WHERE place > 1 OR EXISTS (
           SELECT 1 FROM unique_holders AS held
           WHERE held.format = {:format} AND held.key = {:key} AND held.value = CAST(ranked.value AS TEXT)
         )
       )`,
      { path: `$.${key}`, key, batch: batch.id, format: version.format, last },
    )
  }
}
