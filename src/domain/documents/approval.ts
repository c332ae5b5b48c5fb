import type { Notation } from '../money/notation.ts'
import { formatLongDate, formatShortDate, formatTimeOfDay } from '../time/date.ts'

export interface ApprovalDetails {
  /** Approver at the time of the approval, from `formatApprover`. Empty if the format needs no approval. */
  by: string
  /** Name of the API key, if an API client approved. */
  keyName?: string | undefined
  /** True if the approver confirmed the identity with the password. */
  isConfirmed?: boolean | undefined
  /** Time of the approval in the organisation's time zone: `YYYY-MM-DDTHH:MM`. */
  at: string
}

/** Returns the `by` of an approval: the approver and the users whom the approver substituted. */
export const formatApprover = ({ approver, inPlaceOf }: { approver: string; inPlaceOf?: string }) =>
  inPlaceOf ? `${approver}, en lugar de ${inPlaceOf},` : approver

/** Returns the time of day of a local time: `2026-11-29T15:48` → «3:48 p. m.». */
export const formatLocalTime = (at: string) => formatTimeOfDay(Number(at.slice(11, 13)), Number(at.slice(14, 16)))

/** Formats a local time: `2026-11-29T10:05` → «el 29 de noviembre de 2026 a las 10:05 a. m.» */
export function formatMoment(at: string): string {
  const hour = formatLocalTime(at)
  return `el ${formatLongDate(at.slice(0, 10))} a la${hour.startsWith('1:') ? '' : 's'} ${hour}`
}

/** Returns the approval as a sentence. It ends with «a. m.» or «p. m.», whose full stop also ends the sentence. */
export function formatApproval({ by, keyName, isConfirmed, at }: ApprovalDetails): string {
  if (by && isConfirmed) return `Aprobado electrónicamente por ${by}${by.endsWith(',') ? '' : ','} ${formatMoment(at)}`
  const program = keyName ? ` por medio de la clave «${keyName}»` : ''
  return `${by ? `Aprobó ${by}` : 'Generado'}${program} ${formatMoment(at)}`
}

/** Returns the short form of the approval sentence, as printed in page footers. */
export function formatShortApproval({ by, at }: ApprovalDetails, { date }: Notation): string {
  return `${by ? 'Aprobado' : 'Generado'} ${formatShortDate(at.slice(0, 10), date)}, ${formatLocalTime(at)}`
}
