import { deleteUnreferencedFiles, getFilePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'
import { queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { saveChangesAsRecords, writeChangesBySql } from '../requests/actions/write-changes.ts'
import type { DocumentFailure } from './document-content.ts'
import { publishDocumentFailure, publishReadyDocuments } from './document-effects.ts'
import { copyFiles, hashPdf, writePdfs } from './document-files.ts'

/** Approved request whose document is not generated yet. */
export interface ApprovedRequest {
  id: string
  /** Time of the decision. The document is stored only if this time, `finality` and `annulledAt` have not changed meanwhile. */
  decidedAt?: string
  finality?: string
  annulledAt?: string
}

export interface NewDocument extends ApprovedRequest {
  number: string
  pdf: string | number[]
  /** Id of the stored letterhead that the document was generated with. */
  letterhead: string
  signers: string
  /** Seal as JSON (`documentSealSchema`); `null` of a document without seal. */
  seal?: string
}

const pendingColumns = {
  id: '',
  owner: '',
  number: '',
  kind: '',
  previous: '',
  previousKind: '',
  previousHash: '',
  isLate: 0,
}
type PendingDocument = typeof pendingColumns

/**
 * Stores generated documents and archives the documents that they replace. Files are written before the transaction, so that it waits for
 * neither disk nor storage service. One realtime event per requester makes pages reload.
 */
export function storeDocuments(app: CoreApp, made: NewDocument[]) {
  const unnamed = writePdfs(app, made)
  const path = ({ id, document }: { id: string; document: string }) => getFilePath(app, 'requests', id, document)
  const news = [...unnamed].map(([id, document]) => ({ id, document }))
  const before: ReplacedDocument[] = []
  const replaced: string[] = []
  try {
    before.push(...archiveFiles(app, findPending(app, made)))
    writeInTransaction(app, (tx) => {
      const known = new Map(before.map((one) => [path({ id: one.id, document: one.previous }), one]))
      const earlierOf = ({ id, previous }: PendingDocument) => known.get(path({ id, document: previous }))
      // Skips requests that got another document meanwhile. They remain pending and are generated again.
      const all = findPending(tx, made).filter((one) => !one.previous || earlierOf(one))
      const last = new Set(new Map(all.map(({ owner, id }) => [owner, id])).values())
      createArchiveRecords(
        tx,
        all.flatMap((one) => earlierOf(one) ?? []),
      )
      const ready = { documentStatus: 'ready', documentError: '', documentErrorDetails: 'null', documentLease: 0 }
      const written = new Map(
        made.map(({ id, pdf, letterhead, signers, seal = 'null' }) => [
          id,
          { documentHash: hashPdf(pdf), letterhead, signers, documentSeal: seal },
        ]),
      )
      writeChangesBySql(
        tx,
        all.map(({ id, kind }) => {
          const file = { document: unnamed.get(id) ?? '', documentKind: kind, ...written.get(id) }
          return { id, set: { ...ready, ...file } }
        }),
      )
      // Saves the records without changes to send realtime events. The file fields were already written by SQL, because
      // PocketBase would delete replaced files within the transaction.
      saveChangesAsRecords(
        tx,
        [...last].map((id) => ({ id, set: {} })),
      )
      publishReadyDocuments(tx, all)
      replaced.push(...all.flatMap(({ id, previous }) => (previous ? [path({ id, document: previous })] : [])))
    })
  } finally {
    // Deletes only files that no record refers to, after success and failure.
    const copies = before.map(({ record, previous }) => getFilePath(app, 'request_documents', record, previous))
    deleteUnreferencedFiles(app, [...news.map(path), ...copies, ...replaced])
  }
}

export function storeDocumentFailure(app: CoreApp, approval: ApprovedRequest, { code, details = {} }: DocumentFailure) {
  writeInTransaction(app, (tx) => {
    const [one] = findPending(tx, [approval])
    if (!one) return
    const documentErrorDetails = JSON.stringify(details)
    const failed = { documentStatus: 'failed', documentError: code, documentErrorDetails, documentLease: 0 }
    saveChangesAsRecords(tx, [{ id: one.id, set: failed }])
    publishDocumentFailure(tx, one, { code, details })
  })
}

function findPending(tx: CoreApp, approvals: ApprovedRequest[]): PendingDocument[] {
  // The `CROSS JOIN` fixes the join order. Otherwise SQLite would look up each of thousands of pending documents in the list.
  return queryRows(
    tx,
    `SELECT requests.id, owner, documentNumber AS number, iif(annulledAt = '', finality, 'annulled') AS kind,
       document AS previous, documentKind AS previousKind, documentHash AS previousHash,
       ${lateCondition} AS isLate
     FROM json_each({:approvals}) AS approval CROSS JOIN requests ON requests.id = approval.value ->> 'id'
     WHERE documentStatus = 'pending' AND decidedAt = ifnull(approval.value ->> 'decidedAt', decidedAt)
       AND finality = ifnull(approval.value ->> 'finality', finality) AND annulledAt = ifnull(approval.value ->> 'annulledAt', annulledAt)`,
    {
      approvals: JSON.stringify(
        approvals.map(({ id, decidedAt, finality, annulledAt }) => ({ id, decidedAt, finality, annulledAt })),
      ),
    },
    pendingColumns,
  )
}

/**
 * SQL condition of documents stored over 10 minutes after their decision. The requester gets a separate notice about
 * such a document.
 */
const lateCondition = "decidedAt != '' AND julianday('now') - julianday(decidedAt) > 10.0 / 1440"

/** Replaced document, archived in a record of its own. */
interface ReplacedDocument extends PendingDocument {
  record: string
  isLost: boolean
}

/**
 * Returns the id of the archive record. It is computed from document and replacement, so that a repeated attempt
 * overwrites only its own partial copy.
 */
const getArchiveId = ({ id, previous, kind }: PendingDocument) =>
  $security.sha256(`${id}/${previous}/${kind}`).slice(0, 15)

function archiveFiles(app: CoreApp, all: PendingDocument[]): ReplacedDocument[] {
  const earlier = all.filter(({ previous }) => previous).map((one) => ({ ...one, record: getArchiveId(one) }))
  const place = ({ record, previous }: (typeof earlier)[number]) =>
    getFilePath(app, 'request_documents', record, previous)
  const source = ({ id, previous }: PendingDocument) => getFilePath(app, 'requests', id, previous)
  const copied = copyFiles(
    app,
    earlier.map((one) => ({ from: source(one), to: place(one) })),
  )
  return earlier.map((one) => {
    const isLost = !copied.has(place(one))
    if (isLost) logError(`file ${one.previous} of request ${one.id} is gone: no copy of it is kept`)
    return { ...one, isLost }
  })
}

function createArchiveRecords(tx: CoreApp, all: ReplacedDocument[]) {
  for (const { id, record, number, previous, previousKind: kind, previousHash: hash, isLost } of all) {
    if (isLost) continue
    const earlier = new Record(tx.findCachedCollectionByNameOrId('request_documents'))
    earlier.load({ id: record, request: id, number, kind, hash, file: previous })
    tx.saveNoValidate(earlier)
  }
}
