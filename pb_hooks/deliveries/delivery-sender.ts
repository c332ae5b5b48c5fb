import { classifyMailError, type MailPurpose } from '../../src/domain/deliveries/delivery.ts'
import { externalRequestStateLabels } from '../../src/domain/external/answer.ts'
import type { RequestStatus } from '../../src/domain/requests/request.ts'
import { toAsciiDomain } from '../../src/domain/text/ascii-domain.ts'
import { getLocalDay } from '../../src/domain/time/local-time.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../lib/clock.ts'
import { recordEvent, recordEvents } from '../lib/events.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { saveLinkToken } from '../links/links.ts'
import { listSignatures } from '../links/signatures.ts'
import { deliverIdentifiedMail } from '../mail/delivery.ts'
import { saveLastMailTime } from '../mail/mail-interval.ts'
import { sendRequested, withSender } from '../mail/mail-queue.ts'
import { getSenderName } from '../mail/mails.ts'
import { formatMailError, maxTries, reportedDeliveryTries, saveMailFailure } from '../mail/undelivered-mails.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices, groupNewsByOwner } from '../notices/create-notices.ts'
import { buildDeliveryMail } from './delivery-mail.ts'
import {
  type ClaimedDelivery,
  claimDeliveryMail,
  deleteQueued,
  deleteQueuedLinks,
  deliveryMailKind,
  hasClaim,
  listBusyBatches,
  listUnansweredClaims,
  saveMailEnd,
} from './delivery-queue.ts'

/** Time in ms after which the busy batches are read again, and skipped documents are checked again. */
const busyMs = 30_000

/** Sends the due mails with links to documents; called once a minute. Codes and other mails to send immediately are sent between them. */
export function sendDeliveries() {
  withSender(() => {
    for (const claimed of listUnansweredClaims($app))
      writeInTransaction($app, (tx) => saveFailure(tx, claimed, 'unknown: el programa se detuvo durante el envío'))
    let busy = listBusyBatches($app)
    let readAt = Date.now()
    for (let claimed = claimDeliveryMail($app, busy, ''); claimed; ) {
      deliver($app, claimed)
      sendRequested()
      let from = claimed.due
      if (Date.now() - readAt >= busyMs) {
        busy = listBusyBatches($app)
        readAt = Date.now()
        from = ''
      }
      claimed = claimDeliveryMail($app, busy, from)
    }
  }, 1)
}

/**
 * Sends the documents of a claim, and saves the result. A mail that the server deferred stays in the queue. A mail whose end was passed and
 * whose answer was lost is not sent again, because the recipient may have it.
 */
function deliver(app: CoreApp, claimed: ClaimedDelivery) {
  const { claim, purpose, attempts } = claimed
  let hasEnded = false
  try {
    const documents = removeObsolete(app, listDocuments(app, claim))
    const beforeEnd = () => {
      saveMailEnd(app, claim)
      hasEnded = true
    }
    if (documents.length) send(app, claimed, documents, beforeEnd)
  } catch (error) {
    const text = formatMailError(error)
    const { isFinal, error: reason } = classifyMailError(text, hasEnded)
    logError(`No se pudo entregar un documento (intento ${attempts}):`, error)
    if (!isFinal) saveMailFailure(app, attempts, error)
    writeInTransaction(app, (tx) => {
      if (isFinal || attempts >= maxTries) return saveFailure(tx, claimed, reason)
      saveMailEnd(tx, claim, '')
      if (attempts === reportedDeliveryTries) notifyFailure(tx, purpose, listDocuments(tx, claim), reason)
    })
    return
  }
  // Outside `try`: an error here does not mean that the mail was not sent.
  writeInTransaction(app, (tx) => saveSent(tx, claimed))
}

const documentColumns = {
  id: '',
  link: '',
  owner: '',
  batch: '',
  status: '' as RequestStatus,
  reason: '',
  number: '',
  format: '',
  name: '',
  email: '',
  file: '',
  attach: 0,
  expires: '',
  /** 1 if the document is no longer delivered or signed. */
  isObsolete: 0,
}
type ClaimedDocument = typeof documentColumns

/** Purposes of mails that ask for a signature. */
const asksToSign = "delivery_mails.purpose IN ('sign', 'remind')"
/** Documents that are no longer delivered or signed: annulled ones, those of blocked guests, those that are signed already, and requests that were submitted again. */
const isObsolete = `requests.annulledAt != '' OR guests.blocked OR links.state = 'cancelled'
  OR (delivery_mails.purpose = 'answer' AND requests.status IN ('draft', 'submitted'))
  OR (${asksToSign} AND (links.state IN ('signed', 'refused', 'expired') OR requests.finality != 'preliminary'))`

/** Removes the mails of obsolete documents from the queue. Returns the other documents. */
function removeObsolete(app: CoreApp, documents: ClaimedDocument[]): ClaimedDocument[] {
  const obsolete = documents.flatMap(({ isObsolete, link }) => (isObsolete ? [link] : []))
  if (!obsolete.length) return documents
  writeInTransaction(app, (tx) => {
    executeSql(
      tx,
      `UPDATE links SET state = 'cancelled' WHERE id IN (SELECT value FROM json_each({:obsolete}))
         AND timesSent = 0 AND state = 'waiting' AND purpose != 'ask'`,
      { obsolete: JSON.stringify(obsolete) },
    )
    deleteQueuedLinks(tx, obsolete)
  })
  return documents.filter(({ isObsolete }) => !isObsolete)
}

/** SQL of the key of the field with a signer's name. */
const signerNameKey = "version.signing ->> ('$.signers[' || links.position || '].name')"

function listDocuments(app: CoreApp, claim: string): ClaimedDocument[] {
  return queryRows(
    app,
    `SELECT requests.id, links.id AS link, requests.owner, requests.batch, requests.status, requests.reason,
       iif(requests.documentNumber = '', requests.number, requests.documentNumber) AS number,
       (SELECT name FROM formats WHERE formats.id = requests.format) AS format, guests.email, requests.document AS file,
       ifnull(requests."values" ->> iif(links.purpose = 'sign', ${signerNameKey}, version.delivery ->> 'name'), '') AS name,
       ifnull(links.purpose = 'deliver' AND version.delivery ->> 'attach', 0) AS attach, links.expires,
       ${isObsolete} AS isObsolete
     FROM delivery_mails JOIN links ON links.id = delivery_mails.link JOIN guests ON guests.id = links.guest JOIN requests ON requests.id = links.request
       JOIN format_versions AS version ON version.id = requests.formatVersion
     WHERE ${hasClaim} ORDER BY requests.documentNumber`,
    { claim },
    documentColumns,
  )
}

function send(app: CoreApp, { claim, purpose }: ClaimedDelivery, documents: ClaimedDocument[], beforeEnd: () => void) {
  const [first] = documents
  if (!first) return
  const wanted = documents.some(({ attach }) => attach)
  const files = wanted ? readFiles(app, documents) : []
  const links = documents.map(({ link }) => link)
  const token = saveLinkToken(app, links, claim)
  const isAsked = purpose === 'sign' || purpose === 'remind'
  const earliest = documents.map(({ expires }) => expires).sort()[0] ?? ''
  const { subject, html } = buildDeliveryMail({
    purpose,
    sender: getSenderName(app),
    name: first.name,
    documents: documents.map((one) => ({ ...one, note: describe(app, purpose, one) })),
    ...(isAsked && { until: getLocalDay(getOrganisationTimeZone(app), Date.parse(earliest.replace(' ', 'T'))) }),
    url: `${app.settings().meta.appURL}/d/${token}`,
    attachment: wanted ? (files ? 'attached' : 'tooLarge') : 'none',
  })
  const mail = { id: claim, to: toAsciiDomain(first.email), subject, html, files: files ?? [] }
  deliverIdentifiedMail(app, mail, beforeEnd)
}

/** Returns the sentence about a document in a mail that answers a request or reports a refusal; empty for other purposes. */
function describe(app: CoreApp, purpose: MailPurpose, { id, status, reason }: ClaimedDocument): string {
  if (purpose === 'answer') {
    const label = externalRequestStateLabels[status]
    return status === 'approved' || !reason ? label : `${label}. Motivo: ${reason}`
  }
  const refusal = purpose === 'refused' && listSignatures(app, id).find(({ action }) => action === 'refuse')
  return refusal ? `${refusal.role} no lo firmó. Motivo: ${refusal.reason}` : ''
}

/** Maximum size in bytes of the files of a mail. Encoded they take a third more, and many servers refuse mails above 10 MB. */
const maxAttachedBytes = 8_000_000

/** Reads the documents that their formats attach; `undefined` if they are too large for a mail. */
function readFiles(app: CoreApp, documents: ClaimedDocument[]): MailFile[] | undefined {
  const files: MailFile[] = []
  let left = maxAttachedBytes
  for (const { id, number, file, attach } of documents) {
    if (!attach) continue
    const bytes = engine.files.read(getFilePath(app, 'requests', id, file), left + 1)
    if (!bytes) throw new Error(`the file ${file} of request ${id} is gone`)
    left -= bytes.length
    if (left < 0) return undefined
    files.push({ name: `${number}.pdf`, type: 'application/pdf', bytes })
  }
  return files
}

/** SQL condition of links whose mails change the state. A signature stays valid, whatever becomes of the mails about it. */
const isOpen = "state IN ('waiting', 'sent', 'opened', 'failed')"

/** Returns whether mails of a purpose bring a document or an answer, and ask for nothing. */
const isDelivery = (purpose: MailPurpose) => purpose === 'deliver' || purpose === 'answer'

/** Event of a sent mail by purpose. */
const sentEvents = {
  deliver: 'deliverySent',
  sign: 'signSent',
  remind: 'signReminded',
  refused: 'signNotified',
  complete: 'signNotified',
  answer: 'answerSent',
} as const satisfies Record<MailPurpose, string>

function saveSent(tx: CoreApp, { claim, guest, purpose }: ClaimedDelivery) {
  const documents = listDocuments(tx, claim)
  const now = formatTimestamp()
  executeSql(
    tx,
    `UPDATE links SET state = iif(${isOpen}, 'sent', state), timesSent = timesSent + 1, sentAt = {:now},
       openedAt = iif(${isOpen}, '', openedAt), error = '', updated = {:now}
     WHERE id IN (SELECT link FROM delivery_mails WHERE ${hasClaim})`,
    { claim, now },
  )
  recordDeliveries(tx, sentEvents[purpose], documents)
  deleteQueued(tx, hasClaim, { claim })
  if (documents.length) saveLastMailTime(tx, guest, deliveryMailKind)
}

function saveFailure(tx: CoreApp, { claim, purpose }: Pick<ClaimedDelivery, 'claim' | 'purpose'>, error: string) {
  const documents = listDocuments(tx, claim)
  executeSql(
    tx,
    `UPDATE links SET state = iif(${isOpen}, 'failed', state), timesSent = timesSent + 1, error = {:error}, updated = {:now}
     WHERE id IN (SELECT link FROM delivery_mails WHERE ${hasClaim})`,
    { claim, error, now: formatTimestamp() },
  )
  recordDeliveries(tx, isDelivery(purpose) ? 'deliveryFailed' : 'signFailed', documents, { error })
  deleteQueued(tx, hasClaim, { claim })
  notifyFailure(tx, purpose, documents, error)
}

/** Records an event of each document. Those of batches are not sent in real time, because pages would reload for each of thousands. */
function recordDeliveries(
  tx: CoreApp,
  action: (typeof sentEvents)[MailPurpose] | 'deliveryFailed' | 'signFailed',
  documents: ClaimedDocument[],
  details: Record<string, string> = {},
) {
  const toLine = ({ id, owner, email }: ClaimedDocument) => ({
    subjectId: id,
    owner,
    details: { email, ...details },
  })
  const event = { subject: 'requests', action } as const
  for (const document of documents.filter(({ batch }) => !batch)) recordEvent(tx, { ...event, ...toLine(document) })
  recordEvents(tx, event, documents.filter(({ batch }) => batch).map(toLine))
}

/** Notifies the requesters of mails that did not arrive, or perhaps not. `error`: result of `classifyMailError`. */
function notifyFailure(tx: CoreApp, purpose: MailPurpose, documents: ClaimedDocument[], error: string) {
  const isUnknown = error.startsWith('unknown:')
  const text = `El servidor de correo respondió: ${error.replace(/^\w+: /, '')}`
  const signing = isDelivery(purpose) ? {} : ({ signing: 'undelivered' } as const)
  const found = groupNewsByOwner(documents, ({ number }) => ({
    number,
    ...signing,
    ...(isUnknown ? { code: 'delivery.unknown' } : { text }),
  }))
  // External requests have an owner who reads nothing.
  const admins = purpose === 'answer' ? listNotifiedAdminIds(tx) : []
  const news = purpose === 'answer' ? found.flatMap((one) => admins.map((to) => ({ ...one, to }))) : found
  const kind = isDelivery(purpose) ? 'deliveryFailed' : 'signing'
  createNotices(tx, { kind, topic: `${kind}${signing.signing ?? ''}${isUnknown ? 'Unknown' : ''}`, news })
}
