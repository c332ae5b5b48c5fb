import type { ErrorCode } from '../../src/domain/errors.ts'
import { type SignatureInput, signatureInputSchema } from '../../src/domain/links/link-input.ts'
import { buildConsent, type GuestSigningState, maskEmail } from '../../src/domain/links/signing.ts'
import { getDeviceName } from '../../src/domain/users/device.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireGuest } from '../lib/users.ts'
import { createNotices, shortenText } from '../notices/create-notices.ts'
import { issueSignedDocument } from '../requests/signing/issue-signed-document.ts'
import { askSigners, closeSignature, hasTurn, reportRefusal } from '../requests/signing/request-signatures.ts'
import { storeDrawing } from './drawings.ts'
import { refuseUnprintable } from './unprintable-texts.ts'

const signingColumns = {
  id: '',
  request: '',
  state: '',
  role: '',
  email: '',
  hash: '',
  readHash: '',
  isReady: 0,
  /** 1 if the document can still be signed: it is preliminary and valid. */
  isOpen: 0,
  hasTurn: 0,
  signedAt: '',
  owner: '',
  number: '',
  documentNumber: '',
  format: '',
  status: '',
  /** 1 if the document has an evidence page. */
  hasEvidence: 0,
}
export type GuestSigning = typeof signingColumns

/** Returns the links to sign of a guest among `ids`, with their documents. Omits links that have expired, or whose token was withdrawn. */
export function listGuestSignings(app: CoreApp, guest: string, ids: string[]): GuestSigning[] {
  return queryRows(
    app,
    `SELECT links.id, links.request, links.state, ifnull(version.signing ->> ('$.signers[' || links.position || '].role'), '') AS role, guests.email,
       documentHash AS hash, readHash, documentStatus = 'ready' AS isReady,
       requests.status = 'approved' AND finality = 'preliminary' AND annulledAt = '' AS isOpen, ${hasTurn} AS hasTurn,
       ifnull((SELECT max(signedAt) FROM signatures WHERE signatures.request = links.request AND link = links.id), '') AS signedAt,
       requests.owner, requests.number, documentNumber, formats.name AS format, requests.status,
       ifnull(version.paper ->> 'evidence', 0) AS hasEvidence
     FROM links JOIN guests ON guests.id = links.guest JOIN requests ON requests.id = links.request JOIN formats ON formats.id = requests.format
       JOIN format_versions AS version ON version.id = requests.formatVersion
     WHERE links.id IN (SELECT value FROM json_each({:ids})) AND links.guest = {:guest} AND links.purpose = 'sign'
       AND links.tokenHash != '' AND links.expires > {:now}`,
    { ids: JSON.stringify(ids), guest, now: formatTimestamp() },
    signingColumns,
  )
}

export function getGuestSigningState({ state, isOpen, hasTurn }: GuestSigning): GuestSigningState {
  if (state === 'signed' || state === 'refused') return state
  if (!isOpen || state === 'expired') return 'closed'
  if (state === 'cancelled') return state
  return hasTurn ? 'open' : 'turn'
}

/** Stores the hash of the PDF that a signer opens: only that PDF can be signed. */
export function saveReadHash(app: CoreApp, link: string) {
  const query = `UPDATE links SET readHash = documentHash FROM requests
    WHERE links.id = {:link} AND requests.id = links.request AND links.purpose = 'sign' AND readHash != documentHash`
  executeSql(app, query, { link })
}

const stateErrors = {
  signed: 'sign.signed',
  refused: 'sign.refused',
  cancelled: 'sign.closed',
  closed: 'sign.closed',
  turn: 'sign.turn',
} as const satisfies Record<Exclude<GuestSigningState, 'open'>, ErrorCode>

/** Returns the link of a call, or throws the reason why it cannot be signed or refused now. */
function requireSigning(app: CoreApp, guest: string, id: string, input: SignatureInput): GuestSigning {
  const [signing] = listGuestSignings(app, guest, [id])
  if (!signing) throw createErrorResponse('link.expired', 404)
  const state = getGuestSigningState(signing)
  if (state !== 'open') throw createErrorResponse(stateErrors[state], 409)
  if (input.action === 'refuse') return signing
  if (!signing.isReady) throw createErrorResponse('link.document', 409)
  const consent = buildConsent(input.name, { format: signing.format, number: signing.documentNumber })
  if (input.hash !== signing.hash || signing.readHash !== signing.hash || input.consent !== consent)
    throw createErrorResponse('sign.changed', 409)
  return signing
}

/**
 * `POST /api/app/guest/links/{id}/signature` → 204: signs the document that the guest has opened, or refuses it with a reason. The document is
 * final when all have signed.
 */
export function saveGuestSignature(e: core.RequestEvent) {
  e.response.header().set('Cache-Control', 'no-store')
  const guest = requireGuest(e).id
  const id = getPathId(e)
  const input = readInput(e, signatureInputSchema)
  requireSigning(e.app, guest, id, input)
  if (input.action === 'sign') refuseUnprintable(['name'], () => input.name)
  const device = getDeviceName(e.request?.header.get('User-Agent') ?? '')
  const origin = { network: e.realIP(), device }
  const drawing = input.action === 'sign' && input.drawing ? storeDrawing(e.app, input.drawing) : undefined
  let isComplete = false
  try {
    writeInTransaction(e.app, (tx) => {
      const signing = requireSigning(tx, guest, id, input)
      saveAnswer(tx, signing, input, { ...origin, drawing: drawing?.id ?? '' })
      drawing?.save(tx, `signature ${id} ${formatTimestamp()}`)
      if (input.action === 'refuse') endByRefusal(tx, signing, input.reason)
      else isComplete = continueSigning(tx, signing)
    })
  } catch (error) {
    drawing?.discard()
    throw error
  }
  if (isComplete) engine.wake('documents', 0)
  return e.noContent(204)
}

function saveAnswer(
  tx: CoreApp,
  { id, request, role, email, hash, owner, hasEvidence }: GuestSigning,
  input: SignatureInput,
  origin: { network: string; device: string; drawing: string },
) {
  const now = formatTimestamp()
  const signs = input.action === 'sign'
  const sentTo = maskEmail(email)
  const [name, consent, reason] = signs ? [input.name, input.consent, ''] : ['', '', input.reason]
  executeSql(
    tx,
    `INSERT INTO signatures (link, request, action, role, name, consent, drawing, documentHash, address, network, device, reason, signedAt)
     VALUES ({:id}, {:request}, {:action}, {:role}, {:name}, {:consent}, {:drawing}, {:hash}, {:address}, {:network}, {:device}, {:reason}, {:now})`,
    { id, request, action: input.action, role, name, consent, hash, address: sentTo, reason, now, ...origin },
  )
  closeSignature(tx, id, signs ? 'signed' : 'refused')
  const { network, device } = origin
  const evidence = hasEvidence && { evidence: { address: network, device, hash, sentTo } }
  const details = { role, email: sentTo, ...(signs && { name }), hash, ...(signs && evidence) }
  recordEvent(tx, {
    subject: 'requests',
    subjectId: request,
    owner,
    action: signs ? 'signed' : 'signRefused',
    reason,
    details,
  })
}

/** Asks the next signers, or issues the final document. Returns whether all have signed. */
function continueSigning(tx: CoreApp, { request: id, owner, number, format, status }: GuestSigning): boolean {
  const query = "SELECT count(*) AS n FROM links WHERE request = {:id} AND purpose = 'sign' AND state != 'signed'"
  if (queryRow(tx, query, { id }, { n: 0 })?.n) {
    askSigners(tx, [id])
    return false
  }
  issueSignedDocument(tx, { id, owner, number, format, status })
  return true
}

/** Cancels the other signatures, and reports the refusal to the requester and to those who have signed. */
function endByRefusal(tx: CoreApp, { request, owner, documentNumber, role }: GuestSigning, reason: string) {
  reportRefusal(tx, request)
  const details = { signing: 'refused', number: documentNumber, by: role, text: shortenText(reason) } as const
  createNotices(tx, { kind: 'signing', topic: 'signing refused', news: [{ to: owner, subjectId: request, details }] })
}
