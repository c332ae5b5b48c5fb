import { finalityOf } from '../../src/domain/document-kind.ts'
import type { Version } from '../formats/versions.ts'
import { codeSql, newCodes } from '../lib/check-codes.ts'
import { contextOf, stamp } from '../lib/clock.ts'
import { numberSql, takeRun } from '../lib/sequences.ts'
import { row, run } from '../lib/sql.ts'
import { inBulk } from '../requests/derived.ts'

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
    codes: newCodes(reviewed ? 0 : made),
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
    finality: reviewed ? '' : finalityOf(version),
    now,
    decidedAt: reviewed ? '' : now,
  }
  const ofDocument = reviewed
    ? "'', ''"
    : `${numberSql('{:documentSeries}', '{:firstDocument} + place')}, ${codeSql('{:codes}', 'place')}`
  const many = { ...params, kind: params.finality, submittedAt: now, count: made }
  inBulk(tx, many, () =>
    run(
      tx,
      `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, revision,
         submittedAt, decidedAt, finality, documentNumber, checkCode, documentStatus, created, updated)
       SELECT id, ${numberSql('{:series}', '{:first} + place')}, {:format}, {:formatVersion}, {:owner}, {:batch}, row, {:status}, "values", summary, 0,
         {:now}, {:decidedAt}, {:finality}, ${ofDocument}, {:documentStatus}, {:now}, {:now}
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
