import type { DocumentSeal } from '../../src/domain/documents/signer-output.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { logError } from '../lib/log.ts'
import type { DocumentFailure } from './document-content.ts'
import type { NewDocument } from './store-documents.ts'

/** Document whose seal is being made; `null` if it gets none. */
export interface SealingDocument {
  document: NewDocument
  sealing: { wait(): SealResult } | null
}

/** Starts to seal a document in the background, if it is final or annulled and the organisation has a certificate. */
export function beginSeal(document: NewDocument): SealingDocument {
  const isIssued = document.finality === 'final' || document.annulledAt
  return { document, sealing: isIssued ? engine.seals.begin(document.pdf as string) : null }
}

/** Waits for the seals of documents. Returns the sealed documents, those without seal, and the failures. */
export function collectSeals(made: SealingDocument[]) {
  const sealed: NewDocument[] = []
  const failed: { document: NewDocument; failure: DocumentFailure }[] = []
  for (const { document, sealing } of made) {
    const result = sealing?.wait()
    if (result?.message) logError(`seal of request ${document.id}:`, result.message)
    if (!result) sealed.push(document)
    else if (result.code) failed.push({ document, failure: { code: `seal.${result.code}` satisfies ErrorCode } })
    else sealed.push({ ...document, pdf: result.pdf, seal: JSON.stringify(describeSeal(result)) })
  }
  return { sealed, failed }
}

const describeSeal = ({ holder, fingerprint, stampedAt, lacksTimestamp }: SealResult): DocumentSeal => ({
  holder,
  fingerprint,
  stampedAt,
  lacksTimestamp,
})
