import type { RequestStatus } from '../requests/request.ts'
import type { Day, Sha256 } from '../text/text-types.ts'
import type { DocumentKind, DocumentKindData } from './document-kind.ts'

/** Verification status of a document. `withdrawn`: its request was returned for correction. */
export type VerificationStatus = 'valid' | 'preliminary' | 'annulled' | 'withdrawn'

export function getVerificationStatus({
  status,
  finality,
  annulledAt,
}: DocumentKindData & { status: RequestStatus }): VerificationStatus {
  if (annulledAt) return 'annulled'
  if (status !== 'approved') return 'withdrawn'
  return finality === 'final' ? 'valid' : 'preliminary'
}

/** Version of a document's file, identified by its hash. */
export interface VerifiedFile {
  /** SHA-256 of the file. `hash` and `kind` are empty until the first file is generated. */
  hash: Sha256 | ''
  kind: DocumentKind | ''
  /** Day on which a newer file replaced this file; empty for the current file. */
  replacedOn: Day | ''
}

/**
 * Response of the public endpoint `GET /api/app/documents/{code}`. It is public, so initials are its only personal
 * data. Days are `YYYY-MM-DD`.
 */
export interface DocumentVerification {
  code: string
  organisation: string
  format: string
  number: string
  date: Day | ''
  state: VerificationStatus
  /** Day of the annulment; empty unless the document is annulled. */
  annulledOn: Day | ''
  /** Initials of the requester. @description Iniciales de quien lo pidió, no su nombre: «Í. Ñ. P.» */
  initials: string
  /** Time of the approval in the organisation's time zone, `YYYY-MM-DDTHH:MM`; empty if the request was returned for correction. */
  approvedAt: string
  /** Initials of the approver; empty if the format needs no approval. @description Iniciales de quien lo aprobó; vacío si nadie tuvo que aprobarlo */
  approver: string
  /** Version of the format from which the document was generated. */
  version: number
  /** Files of the document: the current file first, then replaced files from newest to oldest. */
  files: VerifiedFile[]
}

/** Returns the initials of a name, four at most: «Íñigo Ñandú Pérez» → «Í. Ñ. P.» */
export function getInitials(name: string): string {
  const words = name.split(/[\s.,·]+/).filter(Boolean)
  return words
    .slice(0, 4)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(' ')
}
