import type { RequestStatus } from '../requests/request.ts'
import type { DocumentKindData } from './document-kind.ts'

/** Verification statuses of a document. `withdrawn`: its request was returned for correction. */
export const verificationStatuses = ['valid', 'preliminary', 'annulled', 'withdrawn'] as const
export type VerificationStatus = (typeof verificationStatuses)[number]

export function getVerificationStatus({
  status,
  finality,
  annulledAt,
}: DocumentKindData & { status: RequestStatus }): VerificationStatus {
  if (annulledAt) return 'annulled'
  if (status !== 'approved') return 'withdrawn'
  return finality === 'final' ? 'valid' : 'preliminary'
}

/** Returns the initials of a name, four at most: «Íñigo Ñandú Pérez» → «Í. Ñ. P.» */
export function getInitials(name: string): string {
  const words = name.split(/[\s.,·]+/).filter(Boolean)
  return words
    .slice(0, 4)
    .map((word) => `${[...word][0]?.toUpperCase()}.`)
    .join(' ')
}

/**
 * Returns the last four digits of an identity number, without its check digit: `900123456-7` → `3456`. Returns an empty string if it has
 * fewer.
 */
export function getLastDigits(idNumber: string): string {
  const [digits = ''] = /\d{4}$/.exec(idNumber.replace(/-.?$/, '').replace(/\D/g, '')) ?? []
  return digits
}
