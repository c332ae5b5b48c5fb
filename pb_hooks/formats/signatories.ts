import type { SignatureBlock } from '../../src/domain/document/signing.ts'
import { type NamedSignatory, whoSigns } from '../../src/domain/document/who-signs.ts'
import { dayIn } from '../../src/domain/today.ts'
import { row, rows } from '../lib/sql.ts'

const stored = {
  id: '',
  name: '',
  post: '',
  idDocument: '',
  signature: '',
  active: 0,
  from: '',
  to: '',
  formats: '',
  user: '',
  replacedBy: '',
}
export type StoredSignatory = typeof stored

export function storedSignatories(app: CoreApp): StoredSignatory[] {
  return rows(app, `SELECT "${Object.keys(stored).join('", "')}" FROM signatories`, {}, stored)
}

/** Who signs today for the signatories that a version names, as whoever gets its documents will read: not their pictures. */
export function signatoriesOf(app: CoreApp, blocks: readonly SignatureBlock[]): NamedSignatory[] {
  const ids = blocks.flatMap((block) => (block.by === 'signatory' ? block.signatory : []))
  if (!ids.length) return []
  const country = row(app, 'SELECT country FROM settings LIMIT 1', {}, { country: '' })?.country || 'CO'
  const all = storedSignatories(app)
  return ids.flatMap((id) => {
    const one = whoSigns(id, dayIn(country, Date.now()), all)
    return one ? [{ id, name: one.name, post: one.post, idDocument: one.idDocument }] : []
  })
}

/** A version tells whoever reads it who signs its documents today, so that previews show it. */
export function showSignatories(e: core.RecordEnrichEvent) {
  const version = e.record
  const blocks = JSON.parse(version?.getString('signatures') || '[]') as SignatureBlock[] | null
  if (!version || !blocks?.length) return e.next()
  version.withCustomData(true)
  version.set('signatories', signatoriesOf(e.app, blocks))
  return e.next()
}
