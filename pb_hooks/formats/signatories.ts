import { approving, type NamedSignatory, organisation } from '../../src/domain/documents/signers.ts'
import type { SignatureBlock } from '../../src/domain/documents/signing.ts'
import { signingOn, whoSigns } from '../../src/domain/documents/who-signs.ts'
import { dayIn } from '../../src/domain/time/today.ts'
import { readable } from '../lib/faults.ts'
import { isAdmin } from '../lib/people.ts'
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
/** `formats`: those whose documents bear his scanned signature. */
export type StoredSignatory = Omit<typeof stored, 'formats'> & { formats: string[] }

/** In the order in which they were written down. */
export function storedSignatories(app: CoreApp): StoredSignatory[] {
  const query = `SELECT "${Object.keys(stored).join('", "')}" FROM signatories ORDER BY created, id`
  return rows(app, query, {}, stored).map((one) => ({ ...one, formats: JSON.parse(one.formats || '[]') as string[] }))
}

/** Who signs today for the signatories that a version of a format names, as whoever gets its documents will read: not their pictures. */
export function signatoriesOf(app: CoreApp, format: string, blocks: readonly SignatureBlock[]): NamedSignatory[] {
  const ids = blocks.flatMap((block) =>
    block.by === 'signatory' ? block.signatory : block.by === 'organisation' ? organisation : [],
  )
  if (!ids.length) return []
  return signingOn(today(app), format, storedSignatories(app)).filter(({ id }) => ids.includes(id))
}

/** How somebody would sign today as whoever approves. */
function approvingBy(app: CoreApp, person: core.Record): NamedSignatory[] {
  const day = today(app)
  const all = storedSignatories(app)
  const own = all.find(({ id, user }) => user === person.id && whoSigns(id, day, all)?.id === id)
  if (!own) return [{ id: approving.approver, name: person.getString('name'), post: '', idDocument: '' }]
  const { name, post, idDocument } = own
  return [approving.approver, approving.organisation].map((id) => ({ id, name, post, idDocument }))
}

function today(app: CoreApp): string {
  const country = row(app, 'SELECT country FROM settings LIMIT 1', {}, { country: '' })?.country || 'CO'
  return dayIn(country, Date.now())
}

/** To an administrator a version tells all; and it tells whoever reads it who signs its documents today, so that previews show it; and an administrator how he would. */
export function showSignatories(e: core.RecordEnrichEvent) {
  const version = e.record
  const asker = e.requestInfo?.auth
  if (version && asker?.collection().name === 'users' && isAdmin(asker)) version.unhide('keptFields')
  const blocks = readable<SignatureBlock[]>(version?.getString('signatures'), [])
  if (!version || !blocks.length) return e.next()
  version.withCustomData(true)
  const isDecider = asker && isAdmin(asker) && blocks.some(({ by }) => by === 'approver' || by === 'organisation')
  const named = signatoriesOf(e.app, version.getString('format'), blocks)
  version.set('signatories', [...named, ...(isDecider ? approvingBy(e.app, asker) : [])])
  return e.next()
}
