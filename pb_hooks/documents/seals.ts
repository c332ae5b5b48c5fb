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

/** Returns the seal that a document gets: that of the organisation, if the document is final or annulled; otherwise `null`. */
export const findSeal = ({ finality, annulledAt }: ApprovedRequest) =>
  finality === 'final' || annulledAt ? engine.seals.current() : null

/**
 * Waits for the seals of documents. Returns the sealed documents, those without seal, and the failures. `isUnavailable`: true if the service of
 * the key did not respond for some documents, which then are in no list.
 */
export function collectSeals(made: SealingDocument[]) {
  const sealed: NewDocument[] = []
  const failed: { document: NewDocument; failure: DocumentFailure }[] = []
  let isUnavailable = false
  for (const { document, sealing } of made) {
    const result = sealing?.wait()
    if (result?.message) logError(`seal of request ${document.id}:`, result.message)
    if (result?.code === 'unavailable') isUnavailable = true
    else if (result?.code) failed.push({ document, failure: { code: `seal.${result.code}` satisfies ErrorCode } })
    else if (!result) sealed.push(document)
    else sealed.push({ ...document, pdf: result.pdf, seal: JSON.stringify(describeSeal(result)) })
  }
  return { sealed, failed, isUnavailable }
}

const describeSeal = ({ holder, fingerprint, stampedAt, lacksTimestamp }: SealResult): DocumentSeal => ({
  holder,
  fingerprint,
  stampedAt,
  lacksTimestamp,
})
