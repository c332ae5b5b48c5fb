import type { EarlierBatch } from '../src/domain/batch.ts'
import { isAdmin } from './actor.ts'
import { refuse } from './refusal.ts'
import { row } from './sql.ts'

/** The latest batch that was begun with the same file for the same format; its id only for who may see it. */
export function earlierBatch(
  app: CoreApp,
  asker: core.Record,
  format: string,
  fileHash: string,
): EarlierBatch | undefined {
  const found = row(
    app,
    `SELECT b.id, b.number, b.owner, u.name AS ownerName, b.created FROM batches b JOIN users u ON u.id = b.owner
     WHERE b.fileHash = {:fileHash} AND b.format = {:format} AND b.status != 'cancelled' ORDER BY b.created DESC LIMIT 1`,
    { fileHash, format },
    { id: '', number: '', owner: '', ownerName: '', created: '' },
  )
  if (!found) return undefined
  const { number, ownerName, created } = found
  return { id: found.owner === asker.id || isAdmin(asker) ? found.id : '', number, ownerName, created }
}

/** A thrown refusal carries codes only; this one also says which batch it was. */
export function answerEarlier(e: core.RequestEvent, earlier: EarlierBatch) {
  const { status, message } = refuse('batch.duplicate', 409)
  return e.json(409, { status, message, data: { code: { code: 'batch.duplicate', message }, earlier } })
}
