import type { RequestStatus } from '../requests/request.ts'
import type { Day, Sha256 } from '../text/text-types.ts'
import type { DocumentKind, Kinded } from './document-kind.ts'

/** What is said of a document to whoever was handed it: `withdrawn` is one that went back to be corrected. */
export type CheckState = 'valid' | 'preliminary' | 'annulled' | 'withdrawn'

export function checkStateOf({ status, finality, annulledAt }: Kinded & { status: RequestStatus }): CheckState {
  if (annulledAt) return 'annulled'
  if (status !== 'approved') return 'withdrawn'
  return finality === 'final' ? 'valid' : 'preliminary'
}

/** A file of a document, by which one that somebody holds is known. */
export interface CheckedFile {
  /** Digest and kind of the file; both empty while the first file is not made. @description Vacío mientras el documento se genera */
  hash: Sha256 | ''
  kind: DocumentKind | ''
  /** The day on which another took its place; empty for the one in force. */
  replacedOn: Day | ''
}

/** `GET /api/app/documents/{code}`: nothing in it tells more of a person than the initials. Days are `YYYY-MM-DD`. */
export interface DocumentCheck {
  code: string
  organisation: string
  format: string
  number: string
  date: Day | ''
  state: CheckState
  /** Empty unless it is annulled. */
  annulledOn: Day | ''
  /** Initials of the requester. @description Iniciales de quien lo pidió, no su nombre: «Í. Ñ. P.» */
  initials: string
  /** By the organisation's clocks, `YYYY-MM-DDTHH:MM`; empty for what went back to be corrected. */
  approvedAt: string
  /** Initials of the approver; empty if the format needs no approval. @description Iniciales de quien lo aprobó; vacío si nadie tuvo que aprobarlo */
  approver: string
  /** The one of its format that it follows. */
  version: number
  /** The one in force first, then the earlier ones, the latest first. */
  files: CheckedFile[]
}

/** «Íñigo Ñandú Pérez» → «Í. Ñ. P.» */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.,·]+/).filter(Boolean)
  return words
    .slice(0, 4)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(' ')
}
