import { listSignatoriesOnDay, resolveSignatory } from '../../src/domain/documents/signatory-resolution.ts'
import type { SignatureBlock } from '../../src/domain/documents/signature-block.ts'
import { organisationSignerKey, type ResolvedSignatory, signerPreviewKeys } from '../../src/domain/documents/signers.ts'
import { getLocalToday } from '../lib/clock.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin } from '../lib/users.ts'

const signatoryColumns = {
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
/** Signatory as stored. `formats`: ids of the formats whose documents include the scanned signature. */
export type StoredSignatory = Omit<typeof signatoryColumns, 'formats'> & { formats: string[] }

/** Returns all signatories, oldest first. */
export function loadSignatories(app: CoreApp): StoredSignatory[] {
  const query = `SELECT "${Object.keys(signatoryColumns).join('", "')}" FROM signatories ORDER BY created, id`
  return queryRows(app, query, {}, signatoryColumns).map((one) => ({
    ...one,
    formats: JSON.parse(one.formats || '[]') as string[],
  }))
}

/**
 * Returns who signs today for each signatory of a format version, with substitutes applied and without scanned
 * signatures.
 */
export function findCurrentSignatories(
  app: CoreApp,
  format: string,
  blocks: readonly SignatureBlock[],
): ResolvedSignatory[] {
  const ids = blocks.flatMap((block) =>
    block.by === 'signatory' ? block.signatory : block.by === 'organisation' ? organisationSignerKey : [],
  )
  if (!ids.length) return []
  return listSignatoriesOnDay(getLocalToday(app), format, loadSignatories(app)).filter(({ id }) => ids.includes(id))
}

/** Returns how the user would sign as approver today. */
function getOwnSigners(app: CoreApp, person: core.Record): ResolvedSignatory[] {
  const day = getLocalToday(app)
  const all = loadSignatories(app)
  const own = all.find(({ id, user }) => user === person.id && resolveSignatory(id, day, all)?.id === id)
  if (!own) return [{ id: signerPreviewKeys.approver, name: person.getString('name'), post: '', idDocument: '' }]
  const { name, post, idDocument } = own
  return [signerPreviewKeys.approver, signerPreviewKeys.organisation].map((id) => ({ id, name, post, idDocument }))
}

/**
 * Adds today's signers to version records in responses, for previews. Adds `internalFields` and the administrator's own
 * signature for administrators.
 */
export function addSignersToVersion(e: core.RecordEnrichEvent) {
  const version = e.record
  const caller = e.requestInfo?.auth
  if (version && caller?.collection().name === 'users' && isAdmin(caller)) version.unhide('internalFields')
  const blocks = parseStoredJson<SignatureBlock[]>(version?.getString('signatures'), [])
  if (!version || !blocks.length) return e.next()
  version.withCustomData(true)
  const isApprover = caller && isAdmin(caller) && blocks.some(({ by }) => by === 'approver' || by === 'organisation')
  const named = findCurrentSignatories(e.app, version.getString('format'), blocks)
  version.set('signatories', [...named, ...(isApprover ? getOwnSigners(e.app, caller) : [])])
  return e.next()
}
