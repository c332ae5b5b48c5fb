import { about, countRows } from './batch-steps.ts'
import { contextOf, stamp } from './clock.ts'
import { tell } from './events.ts'
import { take } from './numbers.ts'
import { rows, run } from './sql.ts'
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

/** A request takes the id of its row, so that none can be made twice. @returns how many were made. */
function createRequests(tx: CoreApp, batch: core.Record, version: Version): number {
  const next = rows(
    tx,
    `SELECT id FROM batch_rows WHERE batch = {:batch} AND status = 'valid' ORDER BY row LIMIT ${chunk}`,
    { batch: batch.id },
    { id: '' },
  )
  if (!next.length) return 0
  const year = contextOf(tx).today.slice(0, 4)
  const numbers = take(tx, 'SOL', year, next.length)
  const documentNumbers = version.requiresReview ? [] : take(tx, version.code, year, next.length)
  const made = next.map(({ id }, index) => [id, numbers[index] ?? '', documentNumbers[index] ?? ''])
  const owner = tx.findRecordById('users', batch.getString('owner'))
  const params = {
    made: JSON.stringify(made),
    format: version.format,
    formatVersion: version.id,
    owner: owner.id,
    ownerName: owner.getString('name'),
    batch: batch.id,
    batchNumber: batch.getString('number'),
    status: version.requiresReview ? 'submitted' : 'approved',
    documentStatus: version.requiresReview ? 'none' : 'pending',
    now: stamp(),
    decidedAt: version.requiresReview ? '' : stamp(),
  }
  run(
    tx,
    `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, revision,
       submittedAt, decidedAt, documentNumber, documentStatus, created, updated)
     SELECT r.id, m.value ->> 1, {:format}, {:formatVersion}, {:owner}, {:batch}, r.row, {:status}, r."values", r.summary, 0,
       {:now}, {:decidedAt}, m.value ->> 2, {:documentStatus}, {:now}, {:now}
     FROM json_each({:made}) m JOIN batch_rows r ON r.id = m.value ->> 0`,
    params,
  )
  run(
    tx,
    `INSERT INTO events (id, subject, subjectId, actor, actorName, owner, action, "to", details, created, updated)
     SELECT substr(lower(hex(randomblob(8))), 2), 'requests', m.value ->> 0, {:owner}, {:ownerName}, {:owner}, 'submit', {:status},
       json_object('batch', {:batchNumber}, 'row', r.row), {:now}, {:now}
     FROM json_each({:made}) m JOIN batch_rows r ON r.id = m.value ->> 0`,
    params,
  )
  run(
    tx,
    `UPDATE batch_rows SET status = 'created', request = id WHERE id IN (SELECT value ->> 0 FROM json_each({:made}))`,
    params,
  )
  return next.length
}
