import { formatApprover } from '../../src/domain/documents/approval.ts'
import { type Finality, getDocumentKind } from '../../src/domain/documents/document-kind.ts'
import { buildEvidenceBlocks } from '../../src/domain/documents/evidence.ts'
import { DocumentTooLargeError } from '../../src/domain/documents/expand.ts'
import { withLineCache } from '../../src/domain/documents/layout/lines.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { mergeApproverFields } from '../../src/domain/requests/approver-fields.ts'
import { getLocalDateTime } from '../../src/domain/time/local-time.ts'
import { createVersionCache, type VersionLoader } from '../formats/versions.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import { isDiskOrDatabaseLockError, parseStoredJson } from '../lib/error-causes.ts'
import { isStorageUnavailable } from '../lib/files/file-storage.ts'
import { respondEmptyEarly } from '../lib/http.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireUser } from '../lib/users.ts'
import {
  claimableDocumentCondition,
  countFreeDocuments,
  type DocumentGenerator,
  documentLeaseSeconds,
  leasedDocumentCondition,
  releaseDocuments,
} from '../requests/document-queue.ts'
import { requireVisibleRequest } from '../requests/visibility.ts'
import { buildDocumentContent, type DocumentFailure, type DocumentMarks, renderBuiltInPdf } from './document-content.ts'
import { renderWithDocumentService } from './document-service.ts'
import { findEvidence } from './evidence.ts'
import { loadStoredLetterhead, type StoredLetterhead, storeCurrentLetterhead } from './letterhead.ts'
import { collectSeals, findSeal, type SealingDocument } from './seals.ts'
import { createSignerResolver } from './signers.ts'
import { type ApprovedRequest, type NewDocument, storeDocumentFailure, storeDocuments } from './store-documents.ts'

/** Interval in ms after which generated documents are stored. Large documents are stored a few at a time, small documents as a whole chunk. */
const storeIntervalMs = 250

/** Number of unclaimed documents from which on further workers start. */
const secondWorkerThreshold = 40

/**
 * Returns the number of workers and documents per claim. A document service is slow per document. The built-in writer is limited by the CPU and
 * faster with many documents per claim.
 */
const getWorkerLimits = () => (getDocumentServiceUrl() ? { workers: 4, portion: 1 } : { workers: 2, portion: 20 })

const leasedCountQuery = `SELECT count(*) FROM requests WHERE documentStatus = 'pending' AND ${leasedDocumentCondition}`

const claimedColumns = {
  id: '',
  formatVersion: '',
  values: '',
  decidedAt: '',
  documentNumber: '',
  checkCode: '',
  finality: '' as Finality | '',
  annulledAt: '',
  /** Reason of the latest decision. */
  reason: '',
  letterhead: '',
  owner: '',
  reviewer: '',
  signers: '',
  /** Approver values that the requester may see, as JSON. */
  filled: '',
}
type ClaimedRequest = typeof claimedColumns

export const generatePendingDocuments: DocumentGenerator['generatePendingDocuments'] = (app) => {
  // Without storage, documents cannot be stored, so none is generated.
  if (!engine.files.isAvailable()) return
  if (countFreeDocuments(app, secondWorkerThreshold) === secondWorkerThreshold) {
    engine.wake('documents', 0)
    engine.wake('more documents', 0)
  }
  for (let ids = claimNext(app); ids.length; ids = claimNext(app)) if (!generateClaimed(app, ids)) return
}

export const generateDocuments: DocumentGenerator['generateDocuments'] = (app, ids) => {
  const those = 'id IN (SELECT value FROM json_each({:ids}))'
  generateClaimed(app, claim(app, `${those} AND ${claimableDocumentCondition}`, { ids: JSON.stringify(ids) }))
}

/**
 * `POST /api/app/requests/{id}/document`: generates the document of this request before all others, because a user waits for it. May run one worker
 * above the limit.
 */
export function prioritizeDocument(e: core.RequestEvent) {
  const { id } = requireVisibleRequest(e.app, e, requireUser(e)).request
  const { workers, portion } = getWorkerLimits()
  respondEmptyEarly(e)
  if (!engine.files.isAvailable()) return
  const ids = claim(e.app, `id = {:id} AND ${claimableDocumentCondition} AND (${leasedCountQuery}) <= {:others}`, {
    id,
    others: workers * portion,
  })
  // Then generates other documents, because workers above the limit may have stopped meanwhile.
  if (ids.length && generateClaimed(e.app, ids)) generatePendingDocuments(e.app)
}

function claimNext(app: CoreApp): string[] {
  const { workers, portion } = getWorkerLimits()
  const next = `SELECT id FROM requests WHERE ${claimableDocumentCondition} LIMIT {:portion}`
  return claim(app, `id IN (${next}) AND (${leasedCountQuery}) <= {:others}`, {
    portion,
    others: (workers - 1) * portion,
  })
}

/**
 * Claims documents with a lease. Stores their ids in `documents_in_progress` until the lease ends, so that startup can find and delete orphaned files
 * (`orphaned-files.ts`).
 */
function claim(app: CoreApp, condition: string, params: Record<string, string | number>): string[] {
  const now = Math.floor(Date.now() / 1000)
  const until = now + documentLeaseSeconds
  const ids: string[] = []
  writeInTransaction(app, (tx) => {
    const sql = `UPDATE requests SET documentLease = {:until} WHERE ${condition} RETURNING id`
    ids.push(...queryRows(tx, sql, { now, until, ...params }, { id: '' }).map(({ id }) => id))
    executeSql(tx, 'DELETE FROM documents_in_progress WHERE until < {:now}', { now })
    const note =
      'INSERT OR IGNORE INTO documents_in_progress (until, request) SELECT {:until}, value FROM json_each({:ids})'
    if (ids.length) executeSql(tx, note, { until, ids: JSON.stringify(ids) })
  })
  return ids
}

/**
 * Generates claimed documents and stores them, or the reasons of failures. Returns `false` if nothing can be stored for now; the documents
 * remain pending.
 */
function generateClaimed(app: CoreApp, ids: string[]): boolean {
  if (!ids.length) return true
  return withLineCache(() => generateAll(app, ids))
}

function generateAll(app: CoreApp, ids: string[]): boolean {
  const requests = loadClaimed(app, ids)
  try {
    const letterheadOf = createLetterheadLookup(app)
    const versionOf = createVersionCache()
    const signersOf = createSignerResolver(app)
    let made: SealingDocument[] = []
    let began = Date.now()
    for (const claimed of requests) {
      const seal = findSeal(claimed)
      const request = { ...claimed, sealHolder: seal?.holder ?? '' }
      const letterhead = letterheadOf(request)
      const rendered = renderRequest(app, request, letterhead, versionOf, signersOf)
      if ('pdf' in rendered) {
        const document = { ...claimed, ...rendered, number: claimed.documentNumber, letterhead: letterhead.kept }
        made.push({ document, sealing: seal?.begin(rendered.pdf as string) ?? null })
      } else tryStoreFailure(app, claimed, rendered.failure)
      if (Date.now() - began < storeIntervalMs) continue
      if (!storeSealed(app, made)) return postpone(app, ids)
      made = []
      began = Date.now()
    }
    return storeSealed(app, made) || postpone(app, ids)
  } catch (error) {
    if (isStorageUnavailable(error)) return postpone(app, ids)
    logError('documents:', error)
    if (isDiskOrDatabaseLockError(error)) return postpone(app, ids)
    for (const request of requests) tryStoreFailure(app, request, { code: 'document.unsaved' })
    return true
  }
}

/** Releases documents until a later run; returns `false`. */
function postpone(app: CoreApp, ids: string[]): false {
  releaseDocuments(app, ids)
  return false
}

/**
 * Returns a function that selects a document's letterhead: the current one, or for an annulled document the original
 * one.
 */
function createLetterheadLookup(app: CoreApp) {
  const today = storeCurrentLetterhead(app)
  const known = new Map<string, StoredLetterhead | undefined>()
  return ({ annulledAt, letterhead }: ClaimedRequest): StoredLetterhead => {
    if (!annulledAt || !letterhead) return today
    if (!known.has(letterhead)) known.set(letterhead, loadStoredLetterhead(app, letterhead))
    return known.get(letterhead) ?? today
  }
}

function loadClaimed(app: CoreApp, ids: string[]): ClaimedRequest[] {
  return queryRows(
    app,
    `SELECT id, formatVersion, "values", decidedAt, documentNumber, checkCode, finality, annulledAt, reason, letterhead, owner, reviewer, ifnull(signers, 'null') AS signers,
       ifnull((SELECT filled FROM approver_values WHERE request = requests.id), '{}') AS filled
     FROM requests WHERE id IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(ids) },
    claimedColumns,
  )
}

function renderRequest(
  app: CoreApp,
  request: ClaimedRequest & { sealHolder: string },
  { zone, letterhead }: StoredLetterhead,
  versionOf: VersionLoader,
  signersOf: ReturnType<typeof createSignerResolver>,
): { pdf: string | number[]; signers: string } | { failure: DocumentFailure } {
  try {
    const version = versionOf(app, request.formatVersion)
    if (!version) throw new Error('the version of the format is gone')
    // Uses the date of the approval, even if the document is generated later or again.
    const timeOf = (moment: string) => getLocalDateTime(zone, Date.parse(moment.replace(' ', 'T')))
    const values = JSON.parse(request.values) as Values
    const at = timeOf(request.decidedAt)
    const date = at.slice(0, 10)
    const signed = signersOf(request, version, values, timeOf, letterhead.page)
    if ('failure' in signed) return signed
    const { keyName, isConfirmed } = signed.signers
    const approval = { by: formatApprover(signed.signers), keyName, isConfirmed, at }
    const mark: DocumentMarks = {
      signatures: signed.signatures,
      kind: getDocumentKind(request) || 'preliminary',
      approval,
    }
    if (version.paper.evidence) mark.evidence = buildEvidenceBlocks(findEvidence(app, request.id), zone)
    if (request.annulledAt) mark.annulledOn = timeOf(request.annulledAt).slice(0, 10)
    if (request.annulledAt && !version.paper.hidesAnnulReason) mark.annulReason = request.reason
    const merged = mergeApproverFields(version, values, parseStoredJson<Values>(request.filled, {}))
    const content = buildDocumentContent(
      letterhead,
      { ...version, fields: merged.fields },
      merged.values,
      date,
      request.documentNumber,
      {
        ...mark,
        code: request.checkCode,
      },
    )
    const made = getDocumentServiceUrl() ? renderWithDocumentService(content) : renderBuiltInPdf(content)
    return 'pdf' in made ? { ...made, signers: JSON.stringify(signed.signers) } : made
  } catch (error) {
    if (isStorageUnavailable(error) || isDiskOrDatabaseLockError(error)) throw error
    logError(`document of request ${request.id}:`, error)
    const code: ErrorCode = error instanceof DocumentTooLargeError ? error.message : 'document.unsaved'
    return { failure: { code } }
  }
}

/**
 * Waits for the seals and stores the documents. Returns `false` if the service of the seal's key did not respond for some documents.
 */
function storeSealed(app: CoreApp, made: SealingDocument[]): boolean {
  const { sealed, failed, isUnavailable } = collectSeals(made)
  storeOneByOne(app, sealed)
  for (const { document, failure } of failed) tryStoreFailure(app, document, failure)
  return !isUnavailable
}

/**
 * Stores documents together. After an error, stores them one by one, so that only the faulty document fails. Retries a
 * single document once, because another worker may have archived its predecessor meanwhile.
 */
function storeOneByOne(app: CoreApp, made: NewDocument[], attempts = 2) {
  try {
    if (made.length) storeDocuments(app, made)
  } catch (error) {
    if (isStorageUnavailable(error) || isDiskOrDatabaseLockError(error)) throw error
    if (made.length > 1) for (const one of made) storeOneByOne(app, [one])
    else if (attempts > 1) storeOneByOne(app, made, attempts - 1)
    else {
      logError(`documents of requests ${made.map(({ id }) => id)}:`, error)
      for (const one of made) tryStoreFailure(app, one, { code: 'document.unsaved' })
    }
  }
}

/** Marks a document as failed. If this cannot be stored either, the document remains pending. */
function tryStoreFailure(app: CoreApp, approval: ApprovedRequest, failure: DocumentFailure) {
  try {
    storeDocumentFailure(app, approval, failure)
  } catch (error) {
    logError(`document of request ${approval.id}:`, error)
    if (isDiskOrDatabaseLockError(error)) postpone(app, [approval.id])
  }
}
