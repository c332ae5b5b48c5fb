import { contextOf, stamp } from './clock.ts'
import { inBulk } from './derived.ts'
import { numberSql, takeRun } from './numbers.ts'
import { row, run } from './sql.ts'
import type { Version } from './versions.ts'

/** The next valid rows of a batch, at most `count`: how many they are, and the number of the last. */
export function nextRows(tx: CoreApp, batch: core.Record, count: number): { count: number; last: number } {
  const next = row(
    tx,
    `SELECT count(*) AS count, ifnull(max(row), 0) AS last FROM
       (SELECT row FROM batch_rows WHERE batch = {:batch} AND status = 'valid' ORDER BY row LIMIT {:count})`,
    { batch: batch.id, count },
    { count: 0, last: 0 },
  )
  return next ?? { count: 0, last: 0 }
}

/**
 * Makes the valid rows of a batch, up to the one numbered `last`, into requests; answers how many. A request takes the id of its row, so that none
 * can be made twice, and so does the event that tells of it: ids that rise touch few pages of the database.
 */
export function createRequests(tx: CoreApp, batch: core.Record, version: Version, last: number): number {
  const chosen = "FROM batch_rows WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}"
  const made = row(tx, `SELECT count(*) AS count ${chosen}`, { batch: batch.id, last }, { count: 0 })?.count
  if (!made) return 0
  const year = contextOf(tx).today.slice(0, 4)
  const sender = tx.findRecordById('users', batch.getString('sender') || batch.getString('owner'))
  const reviewed = version.requiresReview
  const numbers = takeRun(tx, 'SOL', year, made)
  const documentNumbers = reviewed ? null : takeRun(tx, version.code, year, made)
  const now = stamp()
  const params = {
    series: numbers.name,
    first: numbers.first,
    documentSeries: documentNumbers?.name ?? '',
    firstDocument: documentNumbers?.first ?? 0,
    format: version.format,
    formatVersion: version.id,
    owner: batch.getString('owner'),
    sender: sender.id,
    senderName: sender.getString('name'),
    batch: batch.id,
    batchNumber: batch.getString('number'),
    last,
    status: reviewed ? 'submitted' : 'approved',
    documentStatus: reviewed ? 'none' : 'pending',
    now,
    decidedAt: reviewed ? '' : now,
  }
  const many = { ...params, submittedAt: now, count: made }
  inBulk(tx, many, () =>
    run(
      tx,
      `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, revision,
         submittedAt, decidedAt, documentNumber, documentStatus, created, updated)
       SELECT id, ${numberSql('{:series}', '{:first} + place')}, {:format}, {:formatVersion}, {:owner}, {:batch}, row, {:status}, "values", summary, 0,
         {:now}, {:decidedAt}, ${reviewed ? "''" : numberSql('{:documentSeries}', '{:firstDocument} + place')}, {:documentStatus}, {:now}, {:now}
       FROM (SELECT *, row_number() OVER (ORDER BY row) - 1 AS place ${chosen})`,
      params,
    ),
  )
  run(
    tx,
    `INSERT INTO events (id, subject, subjectId, actor, actorName, owner, action, "to", details, created, updated)
     SELECT id, 'requests', id, {:sender}, {:senderName}, {:owner}, 'submit', {:status},
       json_object('batch', {:batchNumber}, 'row', row), {:now}, {:now} ${chosen} ORDER BY row`,
    params,
  )
  run(
    tx,
    `UPDATE batch_rows SET status = 'created', request = id WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}`,
    params,
  )
  return made
}
