import { signedIn } from './actor.ts'
import { visibleBatch } from './batch-steps.ts'
import { rows, rowsAsJson } from './sql.ts'

/** Rows in one answer: with what they held they are ten times as long. */
const most = { plain: 10_000, withValues: 2_000 }
const shape = { row: 0, status: '', number: '', requestStatus: '' }

/** `GET /api/app/batches/{id}/outcomes?after=&status=&values=`: `BatchOutcome[]` of the rows after a number, in their order; empty after the last. */
export function batchOutcomes(e: core.RequestEvent) {
  const batch = visibleBatch(e.app, e, signedIn(e))
  const { after, status, values } = e.requestInfo().query
  const answer = rowsAsJson(
    e.app,
    `SELECT kept.row, kept.status, ifnull(made.number, '') AS number, ifnull(made.status, '') AS requestStatus, kept."values", kept.errors
     FROM batch_rows AS kept LEFT JOIN requests AS made ON made.id = kept.request
     WHERE kept.batch = {:batch} AND kept.row > {:after} AND ({:status} = '' OR kept.status = {:status}) ORDER BY kept.row LIMIT {:count}`,
    { batch: batch.id, after: Number(after) || 0, status: status ?? '', count: values ? most.withValues : most.plain },
    values ? { ...shape, values: '', errors: '' } : shape,
  )
  return e.blob(200, 'application/json', answer)
}

/** `GET /api/app/batches/{id}/counts`: how many of its requests have which status, all in one reading. */
export function batchCounts(e: core.RequestEvent) {
  const batch = visibleBatch(e.app, e, signedIn(e))
  const query = 'SELECT status, count(*) AS count FROM requests WHERE batch = {:batch} GROUP BY status'
  const found = rows(e.app, query, { batch: batch.id }, { status: '', count: 0 })
  return e.json(200, Object.fromEntries(found.map(({ status, count }) => [status, count])))
}
