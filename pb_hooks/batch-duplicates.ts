import { stillHeld } from './request-duplicates.ts'
import { rows, run } from './sql.ts'
import type { Version } from './versions.ts'

/** Turns valid rows into rows in error whose `unique` value stands in an earlier row of the batch, or in an open request. */
export function markDuplicates(tx: CoreApp, batch: core.Record, version: Version) {
  for (const { key } of version.fields.filter((field) => field.unique)) {
    const path = `$.${key}`
    const found = rows(
      tx,
      `WITH candidate AS (
         SELECT id, row, json_extract("values", {:path}) AS value FROM batch_rows WHERE batch = {:batch} AND status = 'valid'
       ), ranked AS (SELECT id, value, row_number() OVER (PARTITION BY value ORDER BY row) AS place FROM candidate WHERE value != '')
       SELECT id FROM ranked WHERE place > 1 OR EXISTS (
         SELECT 1 FROM unique_values AS held
         WHERE held.format = {:format} AND held.key = {:key} AND held.value = CAST(ranked.value AS TEXT) AND ${stillHeld}
       )`,
      { path, key, batch: batch.id, format: version.format },
      { id: '' },
    )
    run(
      tx,
      `UPDATE batch_rows SET status = 'error', errors = json_object({:key}, 'duplicate')
       WHERE id IN (SELECT value FROM json_each({:ids}))`,
      { key, ids: JSON.stringify(found.map((each) => each.id)) },
    )
  }
}
