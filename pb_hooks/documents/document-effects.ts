import { recordEvent, recordEvents } from '../lib/events.ts'
import { getIds } from '../lib/record-id.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createMailTimeLookup, createNotices, groupNewsByOwner } from '../notices/create-notices.ts'
import { deliverDocuments, type ReadyDocument } from '../requests/effects/deliver-documents.ts'
import { sendDocumentWebhooks } from '../requests/effects/send-webhook.ts'
import { requestSignatures } from '../requests/signing/request-signatures.ts'

interface StoredDocument extends ReadyDocument {
  owner: string
  number: string
  /** Name of the file that this document replaces; empty if there was none. */
  previous: string
  /** 1 if the document was stored more than ten minutes after its decision; otherwise 0. */
  isLate: number
}

/** Records stored documents, delivers them, asks for their signatures, and notifies requesters and webhooks. Only the last history event of each requester is sent in real time. */
export function publishReadyDocuments(tx: CoreApp, ready: StoredDocument[]) {
  const lastOfOwner = new Map(ready.map(({ owner, id }) => [owner, id]))
  const event = { subject: 'requests', action: 'document' } as const
  const lines = ready.map(({ id, owner, number, kind, previous }) => ({
    subjectId: id,
    owner,
    details: previous ? { number, kind, previous } : { number, kind },
  }))
  const isLast = ({ owner, subjectId }: (typeof lines)[number]) => lastOfOwner.get(owner) === subjectId
  for (const line of lines.filter(isLast)) recordEvent(tx, { ...event, ...line })
  recordEvents(
    tx,
    event,
    lines.filter((line) => !isLast(line)),
  )
  deliverDocuments(tx, ready)
  requestSignatures(tx, ready)
  notifyOfDocuments(tx, ready)
  sendDocumentWebhooks(tx, getIds(ready))
}

/** Notifies requesters of documents that no other notice mentions: late and regenerated ones, and those of requesters with a mail per document. */
function notifyOfDocuments(tx: CoreApp, ready: StoredDocument[]) {
  const mailOf = createMailTimeLookup(tx, 'document', [...new Set(ready.map(({ owner }) => owner))])
  const unannounced = ready.filter(
    ({ owner, isLate, previous, previousKind, kind }) =>
      isLate || (previous && previousKind === kind) || (kind !== 'annulled' && mailOf(owner)),
  )
  const news = groupNewsByOwner(unannounced, ({ number }) => ({ number }))
  createNotices(tx, { kind: 'document', topic: 'document', news })
}

/** Records that a document could not be generated, and notifies administrators. */
export function publishDocumentFailure(
  tx: CoreApp,
  { id, owner, number }: Pick<StoredDocument, 'id' | 'owner' | 'number'>,
  { code, details }: { code: string; details: Record<string, string> },
) {
  const event = { subjectId: id, owner, reason: code, details }
  recordEvent(tx, { subject: 'requests', action: 'documentFailed', ...event })
  const notice = { subjectId: id, details: { number, code, named: details } }
  const news = listNotifiedAdminIds(tx).map((to) => ({ to, ...notice }))
  createNotices(tx, { kind: 'documentFailed', topic: 'documentFailed', news })
}
