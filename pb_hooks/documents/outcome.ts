import type { DocumentKind } from '../../src/domain/document-kind.ts'
import { recordEvent, recordEvents } from '../lib/events.ts'
import { rows } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { writeByRecord, writeBySql } from '../requests/write.ts'
import type { Failure } from './content.ts'
import { copyOf, forget, hashOf, hashOfFile, isKept, syncFile, writePdfs } from './files.ts'

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

const due = { id: '', owner: '', number: '', kind: '', previous: '', previousKind: '', previousHash: '' }
type Due = typeof due

/**
 * Keeps documents that were due; the one before each stays in the history. Their files are on
 * the disk before the one transaction that names them; one realtime event per owner, after which pages read all again.
 */
export function store(app: CoreApp, made: NewDocument[]) {
  const unnamed = writePdfs(app, made)
  try {
    writing(app, (tx) => {
      const all = dueAmong(tx, made)
      const last = new Set(new Map(all.map(({ owner, id }) => [owner, id])).values())
      for (const one of all) if (one.previous) keepEarlier(tx, one)
      const ready = { documentStatus: 'ready', documentError: '', documentErrorDetails: 'null', documentLease: 0 }
      const written = new Map(
        made.map(({ id, pdf, letterhead, signers }) => [id, { documentHash: hashOf(pdf), letterhead, signers }]),
      )
      const changes = all.map(({ id, kind }) => {
        const file = { document: unnamed.get(id) ?? '', documentKind: kind, ...written.get(id) }
        return { id, set: { ...ready, ...file } }
      })
      // PocketBase deletes the file that leaves its field of a record.
      const byRecord = new Set([...last, ...all.flatMap(({ id, previous }) => (previous ? [id] : []))])
      writeByRecord(
        tx,
        changes.filter(({ id }) => byRecord.has(id)),
      )
      writeBySql(
        tx,
        changes.filter(({ id }) => !byRecord.has(id)),
      )
      const about = { subject: 'requests', action: 'document' } as const
      const heard = all.filter(({ id }) => last.has(id)).map(telling)
      const unheard = all.filter(({ id }) => !last.has(id)).map(telling)
      for (const line of heard) recordEvent(tx, { ...about, ...line })
      recordEvents(tx, about, unheard)
    })
  } finally {
    forget(app, withoutNamed(app, unnamed))
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
    recordEvent(tx, {
      subject: 'requests',
      subjectId: one.id,
      owner: one.owner,
      action: 'documentFailed',
      reason: code,
      details,
    })
  })
}

/** Asked of the database, because a transaction may also fail at its very end, or what follows it. */
function withoutNamed(app: CoreApp, files: Map<string, string>): Map<string, string> {
  const sql = 'SELECT id, document FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))'
  const stored = rows(app, sql, { ids: JSON.stringify([...files.keys()]) }, { id: '', document: '' })
  const named = new Set(stored.filter(({ id, document }) => files.get(id) === document).map(({ id }) => id))
  return new Map([...files].filter(([id]) => !named.has(id)))
}

function dueAmong(tx: CoreApp, approvals: Approval[]): Due[] {
  return rows(
    tx,
    `SELECT requests.id, owner, documentNumber AS number, iif(annulledAt = '', finality, 'annulled') AS kind,
       document AS previous, documentKind AS previousKind, documentHash AS previousHash
     FROM json_each({:approvals}) AS approval JOIN requests ON requests.id = approval.value ->> 'id'
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

const telling = ({ id, owner, number, kind, previous }: Due) => ({
  subjectId: id,
  owner,
  details: previous ? { number, kind, previous } : { number, kind },
})

/** The document before this one gets a record of its own, under its own name. */
function keepEarlier(tx: CoreApp, { id, number, previous, previousKind, previousHash }: Due) {
  const earlier = new Record(tx.findCachedCollectionByNameOrId('request_documents'))
  const kind = (previousKind || 'preliminary') as DocumentKind
  if (!isKept(tx, id, previous))
    return console.error(`file ${previous} of request ${id} is gone: no copy of it is kept`)
  const hash = previousHash || hashOfFile(tx, 'requests', id, previous)
  earlier.load({ request: id, number, kind, hash, file: copyOf(tx, id, previous) })
  tx.save(earlier)
  syncFile(tx, earlier.baseFilesPath(), previous)
}
