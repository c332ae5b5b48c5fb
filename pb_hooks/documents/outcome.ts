import { logError } from '../lib/log.ts'
import { rows } from '../lib/sql.ts'
import { forget, pathOf } from '../lib/stored-files.ts'
import { writing } from '../lib/transaction.ts'
import { afterDocumentFailure, afterDocuments } from '../requests/effects.ts'
import { writeByRecord, writeBySql } from '../requests/write.ts'
import type { Failure } from './content.ts'
import { copyFiles, hashOf, writePdfs } from './files.ts'

/** An approval whose document is due. */
export interface Approval {
  id: string
  /** One that came back and was approved again, or was issued or annulled meanwhile, is due anew: what was made before says what it said then. */
  decidedAt?: string
  finality?: string
  annulledAt?: string
}

/** A document as it was made. */
export interface NewDocument extends Approval {
  number: string
  pdf: string | number[]
  /** The id under which what stands on top of it is kept. */
  letterhead: string
  /** JSON of who signed it. */
  signers: string
}

const due = { id: '', owner: '', number: '', kind: '', previous: '', previousKind: '', previousHash: '', isLate: 0 }
type Due = typeof due

/**
 * Keeps documents that were due; the one before each stays in the history. Their files are kept before the one transaction that names them,
 * which waits for no disk and no service; one realtime event per owner, after which pages read all again.
 */
export function store(app: CoreApp, made: NewDocument[]) {
  const unnamed = writePdfs(app, made)
  const path = ({ id, document }: { id: string; document: string }) => pathOf(app, 'requests', id, document)
  const news = [...unnamed].map(([id, document]) => ({ id, document }))
  const before: Earlier[] = []
  const replaced: string[] = []
  try {
    before.push(...keepEarlier(app, dueAmong(app, made)))
    writing(app, (tx) => {
      const known = new Map(before.map((one) => [path({ id: one.id, document: one.previous }), one]))
      const earlierOf = ({ id, previous }: Due) => known.get(path({ id, document: previous }))
      // What got another one in the meantime is made again.
      const all = dueAmong(tx, made).filter((one) => !one.previous || earlierOf(one))
      const last = new Set(new Map(all.map(({ owner, id }) => [owner, id])).values())
      nameEarlier(
        tx,
        all.flatMap((one) => earlierOf(one) ?? []),
      )
      const ready = { documentStatus: 'ready', documentError: '', documentErrorDetails: 'null', documentLease: 0 }
      const written = new Map(
        made.map(({ id, pdf, letterhead, signers }) => [id, { documentHash: hashOf(pdf), letterhead, signers }]),
      )
      writeBySql(
        tx,
        all.map(({ id, kind }) => {
          const file = { document: unnamed.get(id) ?? '', documentKind: kind, ...written.get(id) }
          return { id, set: { ...ready, ...file } }
        }),
      )
      // PocketBase deletes the file that leaves its field of a record, and would wait for it: here nothing changes, and pages hear of it.
      writeByRecord(
        tx,
        [...last].map((id) => ({ id, set: {} })),
      )
      afterDocuments(tx, all)
      replaced.push(...all.flatMap(({ id, previous }) => (previous ? [path({ id, document: previous })] : [])))
    })
  } finally {
    // Of these only what no record names, whichever way this went.
    const copies = before.map(({ record, previous }) => pathOf(app, 'request_documents', record, previous))
    forget(app, [...news.map(path), ...copies, ...replaced])
  }
}

/** Says why a document that was due could not be made. */
export function fail(app: CoreApp, approval: Approval, { code, details = {} }: Failure) {
  writing(app, (tx) => {
    const [one] = dueAmong(tx, [approval])
    if (!one) return
    const documentErrorDetails = JSON.stringify(details)
    const failed = { documentStatus: 'failed', documentError: code, documentErrorDetails, documentLease: 0 }
    writeByRecord(tx, [{ id: one.id, set: failed }])
    afterDocumentFailure(tx, one, { code, details })
  })
}

function dueAmong(tx: CoreApp, approvals: Approval[]): Due[] {
  // In this order: otherwise each of the thousands that are due would be looked for among these.
  return rows(
    tx,
    `SELECT requests.id, owner, documentNumber AS number, iif(annulledAt = '', finality, 'annulled') AS kind,
       document AS previous, documentKind AS previousKind, documentHash AS previousHash,
       ${late} AS isLate
     FROM json_each({:approvals}) AS approval CROSS JOIN requests ON requests.id = approval.value ->> 'id'
     WHERE documentStatus = 'pending' AND decidedAt = ifnull(approval.value ->> 'decidedAt', decidedAt)
       AND finality = ifnull(approval.value ->> 'finality', finality) AND annulledAt = ifnull(approval.value ->> 'annulledAt', annulledAt)`,
    {
      approvals: JSON.stringify(
        approvals.map(({ id, decidedAt, finality, annulledAt }) => ({ id, decidedAt, finality, annulledAt })),
      ),
    },
    due,
  )
}

/** The notice of an approval leads to its document; one that comes so much later, in minutes, is news of its own. */
const late = "decidedAt != '' AND julianday('now') - julianday(decidedAt) > 10.0 / 1440"

/** The document before another one, which gets a record of its own, under its own name. */
interface Earlier extends Due {
  /** Id of that record. */
  record: string
  isLost: boolean
}

/** The same for one document and what follows it: what a death left of it is written over by the next try, and who makes another one that follows it has a copy of his own. */
const recordOf = ({ id, previous, kind }: Due) => $security.sha256(`${id}/${previous}/${kind}`).slice(0, 15)

/** Copies the files of documents that another one replaces to where their own records will look for them. */
function keepEarlier(app: CoreApp, all: Due[]): Earlier[] {
  const earlier = all.filter(({ previous }) => previous).map((one) => ({ ...one, record: recordOf(one) }))
  const place = ({ record, previous }: (typeof earlier)[number]) => pathOf(app, 'request_documents', record, previous)
  const source = ({ id, previous }: Due) => pathOf(app, 'requests', id, previous)
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

function nameEarlier(tx: CoreApp, all: Earlier[]) {
  for (const { id, record, number, previous, previousKind: kind, previousHash: hash, isLost } of all) {
    if (isLost) continue
    const earlier = new Record(tx.findCachedCollectionByNameOrId('request_documents'))
    earlier.load({ id: record, request: id, number, kind, hash, file: previous })
    tx.saveNoValidate(earlier)
  }
}
