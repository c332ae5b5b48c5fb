import type { EarlierBatch } from '../src/domain/batch.ts'
import { batchInput, discardInput, lastRow } from '../src/domain/batch-input.ts'
import { signedIn } from './actor.ts'
import { answerFirst } from './answer-first.ts'
import { markDuplicates } from './batch-duplicates.ts'
import { workOnBatch } from './batch-job.ts'
import { about, countRows, recount, step } from './batch-steps.ts'
import { contextOf, stamp } from './clock.ts'
import { documentWriter } from './documents.ts'
import { answerEarlier, earlierBatch } from './earlier-batch.ts'
import { tell } from './events.ts'
import { input } from './input.ts'
import { take } from './numbers.ts'
import { refuse } from './refusal.ts'
import { run } from './sql.ts'
import { publishedVersion, versionById } from './versions.ts'

/** `POST /api/app/batches` */
export function createBatch(e: core.RequestEvent) {
  const asker = signedIn(e)
  const { format, fileName, fileHash, total, again } = input(e, batchInput)
  const batch = new Record(e.app.findCachedCollectionByNameOrId('batches'))
  let earlier: EarlierBatch | undefined
  e.app.runInTransaction((tx) => {
    earlier = again ? undefined : earlierBatch(tx, asker, format, fileHash)
    if (earlier) return
    const version = publishedVersion(tx, format)
    if (!version) throw refuse('format.notPublished', 400, { format: 'format.notPublished' })
    const [number] = take(tx, 'LOT', contextOf(tx).today.slice(0, 4), 1)
    batch.load({
      number,
      format,
      formatVersion: version.id,
      owner: asker.id,
      fileName,
      fileHash,
      status: 'loaded',
      total,
    })
    tx.save(batch)
    tell(tx, { ...about(batch), actor: asker, action: 'create', to: 'loaded', details: { fileName, total } })
  })
  return earlier ? answerEarlier(e, earlier) : e.json(200, batch)
}

/** `POST /api/app/batches/{id}/confirm`: the valid rows become requests, after the answer. */
export function confirmBatch(e: core.RequestEvent) {
  const { batch } = step(e, 'confirm', (tx, batch, asker) => {
    const version = versionById(tx, batch.getString('formatVersion'))
    if (version?.status !== 'published') throw refuse('format.notPublished')
    if (!countRows(tx, batch.id, 'valid')) throw refuse('batch.empty')
    markDuplicates(tx, batch, version, lastRow)
    recount(tx, batch)
    if (!countRows(tx, batch.id, 'valid')) return
    batch.set('status', 'processing')
    batch.set('sender', asker.id)
    batch.set('startedAt', stamp())
    batch.set('finishedAt', '')
  })
  // What repeats stays marked, or nobody could see why nothing was sent.
  if (batch.getString('status') !== 'processing') throw refuse('batch.empty')
  answerFirst(e, 200, batch)
  workOnBatch(e.app, batch.id)
  documentWriter().workOnDocuments(e.app)
}

/** `POST /api/app/batches/{id}/cancel`: what was created stays, the rest is not sent. */
export function cancelBatch(e: core.RequestEvent) {
  const { batch } = step(e, 'cancel', (_tx, batch) => {
    batch.set('status', 'cancelled')
    batch.set('finishedAt', stamp())
  })
  return e.json(200, batch)
}

/** `POST /api/app/batches/{id}/discard`: rows that shall not be sent; sending them again brings them back. */
export function discardRows(e: core.RequestEvent) {
  const { rows } = input(e, discardInput)
  const { batch } = step(e, 'discard', (tx, batch) => {
    run(
      tx,
      `UPDATE batch_rows SET status = 'discarded' WHERE batch = {:batch} AND status IN ('valid', 'error')
       AND row IN (SELECT value FROM json_each({:rows}))`,
      { batch: batch.id, rows: JSON.stringify(rows) },
    )
    recount(tx, batch)
  })
  return e.json(200, batch)
}
