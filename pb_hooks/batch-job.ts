import { about, countRows } from './batch-steps.ts'
import { contextOf, stamp } from './clock.ts'
import { tell } from './events.ts'
import { take } from './numbers.ts'
import { row, rows, run } from './sql.ts'
import { type Version, versionById } from './versions.ts'

/** Rows made into requests in one transaction: other writers wait for one such step. */
const chunk = 500
/** Seconds for which a worker holds a batch without a sign of life. */
const leaseSeconds = 20

/** Once a minute: batches whose worker is gone are taken up again. */
export function resumeBatches(app: CoreApp) {
  const now = Math.floor(Date.now() / 1000)
  const left = rows(
    app,
    `SELECT id FROM batches WHERE status IN ('processing', 'interrupted') AND lease < {:now} ORDER BY created`,
    { now },
    { id: '' },
  )
  for (const { id } of left) workOnBatch(app, id)
}

/** At the start nobody works on anything, whatever the leases of the process before say. */
export function interruptBatches(app: CoreApp) {
  run(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE status = 'processing'`, {})
}

/** Makes the valid rows of a batch into requests, a chunk a transaction, until none is left or the batch is cancelled. */
export function workOnBatch(app: CoreApp, id: string) {
  try {
    while (createChunk(app, id)) {}
  } catch (error) {
    run(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE id = {:id} AND status = 'processing'`, { id })
    console.error(`batch ${id} interrupted:`, error)
  }
}

/** @returns whether there may be more to do. */
function createChunk(app: CoreApp, id: string): boolean {
  let more = false
  app.runInTransaction((tx) => {
    const batch = tx.findRecordById('batches', id)
    if (!['processing', 'interrupted'].includes(batch.getString('status'))) return
    const version = versionById(tx, batch.getString('formatVersion'))
    if (!version) throw new Error('the version of the format is gone')
    const created = createRequests(tx, batch, version)
    more = created === chunk
    batch.set('createdCount', batch.getInt('createdCount') + created)
    batch.set('status', more ? 'processing' : countRows(tx, id, 'error') ? 'completed_with_pending' : 'completed')
    batch.set('lease', more ? Math.floor(Date.now() / 1000) + leaseSeconds : 0)
    if (!more) batch.set('finishedAt', stamp())
    batch.ignoreUnchangedFields(true)
    tx.save(batch)
    if (!more) tell(tx, { ...about(batch), action: 'complete', from: 'processing', to: batch.getString('status') })
  })
  return more
}

/** A request takes the id of its row, so that none can be made twice, and so does the event that tells of it. @returns how many. */
function createRequests(tx: CoreApp, batch: core.Record, version: Version): number {
  const due = "batch = {:batch} AND status = 'valid'"
  const next = row(
    tx,
    `SELECT count(*) AS count, ifnull(max(row), 0) AS last FROM (SELECT row FROM batch_rows WHERE ${due} ORDER BY row LIMIT ${chunk})`,
    { batch: batch.id },
    { count: 0, last: 0 },
  )
  if (!next?.count) return 0
  const year = contextOf(tx).today.slice(0, 4)
  const owner = tx.findRecordById('users', batch.getString('owner'))
  const reviewed = version.requiresReview
  const now = stamp()
  const params = {
    numbers: JSON.stringify(take(tx, 'SOL', year, next.count)),
    documentNumbers: JSON.stringify(reviewed ? [] : take(tx, version.code, year, next.count)),
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
  }
  const chosen = `FROM batch_rows WHERE ${due} AND row <= {:last}`
  run(
    tx,
    `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, revision,
       submittedAt, decidedAt, documentNumber, documentStatus, created, updated)
     SELECT id, {:numbers} ->> place, {:format}, {:formatVersion}, {:owner}, {:batch}, row, {:status}, "values", summary, 0,
       {:now}, {:decidedAt}, ifnull({:documentNumbers} ->> place, ''), {:documentStatus}, {:now}, {:now}
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
  run(tx, `UPDATE batch_rows SET status = 'created', request = id WHERE ${due} AND row <= {:last}`, params)
  return next.count
}
