import type { DocumentSeal } from '../../src/domain/documents/signer-output.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { logError } from '../lib/log.ts'
import type { DocumentFailure } from './document-content.ts'
import type { ApprovedRequest, NewDocument } from './store-documents.ts'

/** Document whose seal is being made; `null` if it gets none. */
export interface SealingDocument {
  document: NewDocument
  sealing: { wait(): SealResult } | null
}

/** Returns whether a document is final or annulled. Other documents are not sealed. */
const isIssued = ({ finality, annulledAt }: ApprovedRequest) => finality === 'final' || Boolean(annulledAt)

/** Returns the holder of the seal that a document gets; '' if it gets none. */
export const findSealHolder = (request: ApprovedRequest) =>
  (isIssued(request) && engine.seals.certificate()?.holder) || ''

/** Starts to seal a document in the background, if it is final or annulled and the organisation has a certificate. */
export function beginSeal(document: NewDocument): SealingDocument {
  return { document, sealing: isIssued(document) ? engine.seals.begin(document.pdf as string) : null }
}

/**
 * Waits for the seals of documents. Returns the sealed documents, those without seal, and the failures. `outdated`: requests whose certificate
 * changed while the document was made, so that its mark may name another holder.
 * `isUnavailable`: true if the service of the key did not respond for some documents, which then are in no list.
 */
export function collectSeals(made: SealingDocument[]) {
  const sealed: NewDocument[] = []
  const outdated: string[] = []
  const failed: { document: NewDocument; failure: DocumentFailure }[] = []
  let isUnavailable = false
  for (const { document, sealing } of made) {
    const result = sealing?.wait()
    if (result?.message) logError(`seal of request ${document.id}:`, result.message)
    if (result?.code === 'unavailable') isUnavailable = true
    else if (result?.code) failed.push({ document, failure: { code: `seal.${result.code}` satisfies ErrorCode } })
    else if (document.sealHolder !== (result?.holder ?? '')) outdated.push(document.id)
    else if (!result) sealed.push(document)
    else sealed.push({ ...document, pdf: result.pdf, seal: JSON.stringify(describeSeal(result)) })
  }
  return { sealed, outdated, failed, isUnavailable }
}

const describeSeal = ({ holder, fingerprint, stampedAt, lacksTimestamp }: SealResult): DocumentSeal => ({
  holder,
  fingerprint,
  stampedAt,
  lacksTimestamp,
})
