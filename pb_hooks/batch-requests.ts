import { contextOf, stamp } from './clock.ts'
import { numberSql, takeRun } from './numbers.ts'
import { row, run } from './sql.ts'
import type { Version } from './versions.ts'

/**
 * Makes the next valid rows of a batch, at most `count`, into requests; answers how many. A request takes the id of its row, so that none can be
 * made twice, and so does the event that tells of it: ids that rise touch few pages of the database.
 */
export function createRequests(tx: CoreApp, batch: core.Record, version: Version, count: number): number {
  const due = "batch = {:batch} AND status = 'valid'"
  const next = row(
    tx,
    `SELECT count(*) AS count, ifnull(max(row), 0) AS last FROM (SELECT row FROM batch_rows WHERE ${due} ORDER BY row LIMIT {:count})`,
    { batch: batch.id, count },
    { count: 0, last: 0 },
  )
  if (!next?.count) return 0
  const year = contextOf(tx).today.slice(0, 4)
  const owner = tx.findRecordById('users', batch.getString('owner'))
  const reviewed = version.requiresReview
  const numbers = takeRun(tx, 'SOL', year, next.count)
  const documentNumbers = reviewed ? null : takeRun(tx, version.code, year, next.count)
  const now = stamp()
  const params = {
    series: numbers.name,
    first: numbers.first,
    documentSeries: documentNumbers?.name ?? '',
    firstDocument: documentNumbers?.first ?? 0,
    format: version.format,
    formatVersion: version.id,
    owner: owner.id,
    ownerName: owner.getString('name'),
    batch: batch.id,
    batchNumber: batch.getString('number'),
    last: next.last,
    status: reviewed ? 'submitted' : 'approved',
    documentStatus: reviewed ? 'none' : 'pending',
    now,
    decidedAt: reviewed ? '' : now,
    made: next.count,
  }
  const chosen = `FROM batch_rows WHERE ${due} AND row <= {:last}`
  run(
    tx,
    `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, revision,
       submittedAt, decidedAt, documentNumber, documentStatus, created, updated)
     SELECT id, ${numberSql('{:series}', '{:first} + place')}, {:format}, {:formatVersion}, {:owner}, {:batch}, row, {:status}, "values", summary, 0,
       {:now}, {:decidedAt}, ${reviewed ? "''" : numberSql('{:documentSeries}', '{:firstDocument} + place')}, {:documentStatus}, {:now}, {:now}
     FROM (SELECT *, row_number() OVER (ORDER BY row) - 1 AS place ${chosen})`,
    params,
  )
  run(
    tx,
    `INSERT INTO events (id, subject, subjectId, actor, actorName, owner, action, "to", details, created, updated)
     SELECT id, 'requests', id, {:owner}, {:ownerName}, {:owner}, 'submit', {:status},
       json_object('batch', {:batchNumber}, 'row', row), {:now}, {:now} ${chosen} ORDER BY row`,
    params,
  )
  run(
    tx,
    `INSERT INTO request_counts VALUES ({:owner}, {:format}, {:batch}, {:status}, {:made})
     ON CONFLICT DO UPDATE SET n = n + excluded.n`,
    params,
  )
  run(
    tx,
    `INSERT INTO request_hours VALUES (substr({:now}, 1, 13), {:made}, iif({:decidedAt} = '', 0, {:made}))
     ON CONFLICT DO UPDATE SET submitted = submitted + excluded.submitted, decided = decided + excluded.decided`,
    params,
  )
  if (reviewed) run(tx, `INSERT OR IGNORE INTO unique_values ${uniqueIn(chosen)}`, params)
  run(tx, `UPDATE batch_rows SET status = 'created', request = id WHERE ${due} AND row <= {:last}`, params)
  return next.count
}

/** Each value that nobody else may have while the request is open, as `unique_values` has them; none, where the format has no such key. */
function uniqueIn(chosen: string): string {
  return `SELECT {:format}, unique_keys.key, CAST(json_extract(made."values", '$.' || unique_keys.key) AS TEXT), made.id
    FROM unique_keys CROSS JOIN (SELECT id, "values" ${chosen}) AS made
    WHERE unique_keys.format = {:format} AND json_extract(made."values", '$.' || unique_keys.key) IS NOT NULL`
}
