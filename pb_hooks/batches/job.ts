import { versionById } from '../formats/versions.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { rows, run } from '../lib/sql.ts'
import { tidySearch } from '../requests/search-index.ts'
import { about, countRows, isVouchedFor, mayGoOn, pendingBytes } from './batch.ts'
import { createRequests, markDuplicates, nextRows } from './requests.ts'

/** Milliseconds that a transaction should take, because all others who write wait for it; and how many rows the first one makes. */
const patience = 25
const firstChunk = 300
/** Seconds for which a worker holds a batch without a sign of life. */
const leaseSeconds = 20

/** Once a minute: batches whose worker is gone are taken up again. */
export function takeUpBatches() {
  const now = Math.floor(Date.now() / 1000)
  const left = rows(
    $app,
    `SELECT id FROM batches WHERE status IN ('processing', 'interrupted') AND lease < {:now} AND ${isVouchedFor} ORDER BY created`,
    { now },
    { id: '' },
  )
  for (const { id } of left) workOnBatch($app, id)
}

/** Makes the valid rows of a batch into requests, a chunk a transaction, until none is left or the batch is cancelled. */
export function workOnBatch(app: CoreApp, id: string) {
  try {
    let size = firstChunk
    for (let took = createChunk(app, id, size); took; took = createChunk(app, id, size)) {
      size = Math.round(Math.min(Math.max((size * (1 + patience / took)) / 2, 100), 1_000))
      tidySearch(app)
    }
  } catch (error) {
    run(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE id = {:id} AND status = 'processing'`, { id })
    console.error(`batch ${id} interrupted:`, error)
  }
}

/** Nobody answers for what it makes any more, until an administrator goes on or its owner is activated again. */
function interrupt(tx: CoreApp, batch: core.Record) {
  const from = batch.getString('status')
  if (from === 'interrupted') return
  batch.set('status', 'interrupted')
  batch.set('lease', 0)
  batch.ignoreUnchangedFields(true)
  tx.save(batch)
  recordEvent(tx, {
    ...about(batch),
    action: 'interrupt',
    from,
    to: 'interrupted',
    details: { code: 'batch.ownerInactive' },
  })
}

/** @returns the milliseconds that others waited for it; 0 when nothing more is to be done. */
function createChunk(app: CoreApp, id: string, size: number): number {
  let began = 0
  let more = false
  app.runInTransaction((tx) => {
    began = Date.now()
    const batch = tx.findRecordById('batches', id)
    if (!['processing', 'interrupted'].includes(batch.getString('status'))) return
    const version = versionById(tx, batch.getString('formatVersion'))
    if (!version) throw new Error('the version of the format is gone')
    const { count, last } = nextRows(tx, batch, size)
    if (count && !mayGoOn(tx, id)) return interrupt(tx, batch)
    // Since the batch was confirmed somebody else may have sent the same.
    markDuplicates(tx, batch, version, last)
    batch.set('createdCount', batch.getInt('createdCount') + createRequests(tx, batch, version, last))
    more = count === size
    if (!more) batch.set('errorCount', countRows(tx, id, 'error'))
    if (!more) batch.set('bytes', pendingBytes(tx, id))
    batch.set('status', more ? 'processing' : batch.getInt('errorCount') ? 'completed_with_pending' : 'completed')
    batch.set('lease', more ? Math.floor(Date.now() / 1000) + leaseSeconds : 0)
    if (!more) batch.set('finishedAt', stamp())
    batch.ignoreUnchangedFields(true)
    tx.save(batch)
    if (!more)
      recordEvent(tx, { ...about(batch), action: 'complete', from: 'processing', to: batch.getString('status') })
  })
  return more ? Math.max(Date.now() - began, 1) : 0
}
