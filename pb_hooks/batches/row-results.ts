import type { BatchStatus } from '../../src/domain/batches/batch.ts'
import { maxRowNumber } from '../../src/domain/batches/batch-input.ts'
import type { BatchProgress } from '../../src/domain/batches/batch-output.ts'
import { isBatchActionAllowed } from '../../src/domain/batches/batch-transitions.ts'
import { type QueryParams, queryRow, queryRows, queryRowsAsJson } from '../lib/sql.ts'
import { requireUser } from '../lib/users.ts'
import { hasResponsibleUser, requireVisibleBatch } from './batch.ts'

/** Limits of a response: rows, and characters of their values. A single row may be larger than the second limit. */
const maxRows = 2_000
const maxCharacters = 4_000_000
const resultColumns = { row: 0, status: '', number: '', requestStatus: '' }

/**
 * `GET /api/app/batches/{id}/outcomes?after=&status=&values=` → `BatchRowResult[]`: returns the rows after row number `after`; empty after the
 * last row.
 */
export function listRowResults(e: core.RequestEvent) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e))
  const { after, status, values } = e.requestInfo().query
  const asked = { batch: batch.id, after: Number(after) || 0, status: status ?? '' }
  const answer = queryRowsAsJson(
    e.app,
    `SELECT kept.row, kept.status, ifnull(made.number, '') AS number, ifnull(made.status, '') AS requestStatus, kept."values", ifnull(kept.wrong, '{}') AS wrong, kept.errors
     FROM batch_rows AS kept LEFT JOIN requests AS made ON made.id = kept.request
     WHERE ${rowsCondition} AND kept.row <= {:last} ORDER BY kept.row LIMIT {:count}`,
    { ...asked, last: values ? findLastFittingRow(e.app, asked) : maxRowNumber, count: maxRows },
    values ? { ...resultColumns, values: '', wrong: '', errors: '' } : resultColumns,
  )
  return e.blob(200, 'application/json', answer)
}

const rowsCondition = "kept.batch = {:batch} AND kept.row > {:after} AND ({:status} = '' OR kept.status = {:status})"

/** Returns the number of the last row that fits into a response with values; at least one row, of any size. */
function findLastFittingRow(app: CoreApp, asked: QueryParams): number {
  const found = queryRow(
    app,
    `SELECT ifnull(max(row), 0) AS last FROM (
       SELECT row, sum(letters) OVER (ORDER BY row) - letters AS before FROM (
         SELECT kept.row, length(kept."values") + ifnull(length(kept.wrong), 0) + length(kept.errors) AS letters
         FROM batch_rows AS kept WHERE ${rowsCondition} ORDER BY kept.row LIMIT {:count})
     ) WHERE before < {:letters}`,
    { ...asked, count: maxRows, letters: maxCharacters },
    { last: 0 },
  )
  return found?.last ?? 0
}

/** `GET /api/app/batches/{id}/counts`: counts the requests of the batch by status. */
export function countBatchRequests(e: core.RequestEvent) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e))
  const found = queryRows(
    e.app,
    `SELECT status, sum(n) AS count FROM request_counts
     WHERE owner = {:owner} AND format = {:format} AND batch = {:batch} AND n > 0 GROUP BY status`,
    { owner: batch.getString('owner'), format: batch.getString('format'), batch: batch.id },
    { status: '', count: 0 },
  )
  return e.json(200, Object.fromEntries(found.map(({ status, count }) => [status, count])))
}

/** `GET /api/app/batches/{id}/progress` → `BatchProgress`: returns the status and counters of the batch. */
export function getBatchProgress(e: core.RequestEvent) {
  const batch = requireVisibleBatch(e.app, e, requireUser(e))
  const progress: BatchProgress = {
    status: batch.getString('status') as BatchStatus,
    total: batch.getInt('total'),
    createdCount: batch.getInt('createdCount'),
    errorCount: batch.getInt('errorCount'),
    discardedCount: batch.getInt('discardedCount'),
    startedAt: batch.getString('startedAt'),
    finishedAt: batch.getString('finishedAt'),
  }
  const isWaiting = progress.status === 'loaded' || isBatchActionAllowed(progress.status, 'confirm', true)
  if (isWaiting && !hasResponsibleUser(e.app, batch.id)) progress.code = 'batch.ownerInactive'
  return e.json(200, progress)
}
