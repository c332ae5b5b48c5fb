import type { VerificationStatus } from '../domain/documents/document-verification.ts'
import type { DocumentVerification, VerifiedFile } from '../domain/documents/document-verification-output.ts'
import { formatHex } from '../lib/number-format.ts'
import type { BadgeTone } from '../ui/data/badge.tsx'
import type { IconName } from '../ui/icon.tsx'
import type { SealStatus } from './seal-verification.ts'

const dayFormat = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a calendar day: `2026-11-22` → «22 de noviembre de 2026»; empty if invalid. Uses `Intl` to keep the public page small. */
export function formatLongDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  return Number.isNaN(day.getTime()) ? '' : dayFormat.format(day)
}

const dateTimeFormat = new Intl.DateTimeFormat('es-CO', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Formats a local time: `2026-11-20T13:05` → «20 de noviembre de 2026, 1:05 p. m.» */
const formatTime = (at: string): string => dateTimeFormat.format(new Date(`${at}:00Z`))

/** Formats the date of approval and the approver of a document; empty if the document is not approved. */
export function formatApprovalLine({ approvedAt, approver }: DocumentVerification): string {
  return approvedAt && formatTime(approvedAt) + (approver && `, por ${approver}`)
}

/** Formats the time of a signature and the initials of its signer. */
export const formatSignatureLine = (initials: string, signedAt: string): string =>
  `${formatTime(signedAt)}, ${initials}`

/** Formats a seal: holder, beginning of the certificate's fingerprint, and time of the timestamp. */
export function formatSealLine({ holder, fingerprint, stampedAt }: NonNullable<DocumentVerification['seal']>): string {
  const certificate = `${formatHex(fingerprint.slice(0, 16))}…`
  return `${holder}, certificado ${certificate}${stampedAt && `, con estampa de tiempo del ${formatTime(stampedAt)}`}`
}

interface VerificationResult {
  tone: BadgeTone
  icon: IconName
  title: string
  says: string
}

const verificationResults: Record<VerificationStatus, VerificationResult> = {
  valid: {
    tone: 'success',
    icon: 'approve',
    title: 'Documento válido',
    says: 'La organización lo emitió como definitivo. Una copia con la marca PRELIMINAR quedó reemplazada.',
  },
  preliminary: {
    tone: 'warning',
    icon: 'clock',
    title: 'Documento preliminar',
    says: 'La organización lo aprobó, pero todavía no es definitivo: lleva la marca PRELIMINAR.',
  },
  annulled: {
    tone: 'danger',
    icon: 'reject',
    title: 'Documento anulado',
    says: 'La organización lo anuló el {day}. No lo acepte, aunque su copia no lleve la marca.',
  },
  withdrawn: {
    tone: 'danger',
    icon: 'return',
    title: 'Documento retirado',
    says: 'La organización lo retiró para corregirlo. No lo acepte hasta que emita el nuevo.',
  },
}

export function getVerificationResult({ state, annulledOn }: DocumentVerification): VerificationResult {
  const verdict = verificationResults[state]
  return annulledOn ? { ...verdict, says: verdict.says.replace('{day}', formatLongDay(annulledOn)) } : verdict
}

/** Returns what the verification means for the user's copy, in a sentence or two. */
export function describeMeaning({ state, fields }: DocumentVerification): string {
  if (state === 'annulled' || state === 'withdrawn')
    return 'la organización ya no responde por él. No acepte ninguna copia.'
  if (fields.length)
    return 'si su copia tiene los mismos datos, es la que se emitió. Si alguno es distinto, no la acepte.'
  return 'el documento existe. Para saber si alguien cambió su copia, suelte el PDF.'
}

/**
 * Returns a note for users with a printed copy: the document replaced earlier copies. `null` if there are none. Users
 * cannot compare the hash of a printed copy.
 */
export function formatReplacementNote({ state, files: [present, ...earlier] }: DocumentVerification): string | null {
  // Omits identical files, and preliminary files of a final document, because the text of `valid` explains those.
  const others = earlier.filter(
    ({ hash, kind }) => hash !== present?.hash && !(state === 'valid' && kind === 'preliminary'),
  )
  const [latest] = others
  if (!latest || state === 'annulled' || state === 'withdrawn') return null
  const replaced = others.length === 1 ? 'una copia anterior' : `${others.length} copias anteriores`
  return `Generado de nuevo el ${formatLongDay(latest.replacedOn)}: reemplaza a ${replaced}. Si la suya es de antes, compare el archivo o pida la nueva.`
}

/** SHA-256 of a local file, empty if the file is too large, and the status of its seal, `unknown` if the browser cannot verify it. */
export interface FileContent {
  hash: string
  seal: SealStatus | 'unknown'
}

interface FileResult {
  tone: BadgeTone
  title: string
  says: string
}

/** Returns the verification result of a local file. The result of its document is separate. */
export function getFileVerificationResult(check: DocumentVerification, { hash, seal }: FileContent): FileResult {
  const file = check.files.find((one) => one.hash === hash && hash)
  if (!file) return getOtherFileResult(check, seal)
  if (file.replacedOn)
    return { tone: 'warning', title: 'Es un archivo reemplazado', says: formatReplacedFile(check, file) }
  // The document is final, but its file without the mark PRELIMINAR is still being generated.
  if (check.state === 'valid' && file.kind !== 'final')
    return {
      tone: 'warning',
      title: 'Es el archivo preliminar',
      says: 'La organización lo emitió con la marca PRELIMINAR. El documento ya es definitivo: pida el archivo nuevo.',
    }
  const { tone } = verificationResults[check.state]
  const sealed = check.seal && seal === 'intact' ? ` Está intacto y sellado por ${check.seal.holder}.` : ''
  return {
    tone: tone === 'danger' ? 'warning' : 'success',
    title: 'Es este archivo, byte por byte',
    says: fileStatusMessages[check.state] + sealed,
  }
}

/** Results of files that are not among those of the document. They contain no text of the file, because a forger writes it. */
const otherFileResults: Record<FileContent['seal'], [title: string, says: string]> = {
  changed: ['Cambiado', 'Alguien cambió el archivo después de que se selló. No lo acepte.'],
  other: ['Sellado por otro', 'Su certificado no es el de este documento. No lo acepte.'],
  intact: [
    'Es de otro documento',
    'Está intacto y sellado por {holder}, pero no es un archivo de este código. Compruebe el código que lleva.',
  ],
  none: [
    'Sin sello',
    'El archivo que emitió la organización lleva sello, y este no. Un documento impreso y escaneado tampoco lo lleva.',
  ],
  unknown: [
    'No es este archivo',
    'Es de otro documento o se modificó después. Un documento impreso y escaneado tampoco coincide.',
  ],
}

function getOtherFileResult({ seal: expected }: DocumentVerification, seal: FileContent['seal']): FileResult {
  const [title, says] = otherFileResults[seal === 'none' && !expected ? 'unknown' : seal]
  return { tone: 'danger', title, says: says.replace('{holder}', () => expected?.holder ?? '') }
}

const fileKindLabels = {
  preliminary: 'el preliminar',
  final: 'el definitivo',
  annulled: 'el que lleva la marca ANULADO',
}

function formatReplacedFile({ files: [present] }: DocumentVerification, { kind, replacedOn }: VerifiedFile): string {
  const other = present?.kind && present.kind !== kind ? fileKindLabels[present.kind] : 'otro'
  return `Es de este documento, pero el ${formatLongDay(replacedOn)} lo reemplazó ${other}.`
}

const fileStatusMessages: Record<VerificationStatus, string> = {
  valid: 'Es el definitivo, tal como salió de la organización.',
  preliminary: 'Es el preliminar, tal como salió de la organización.',
  annulled: 'Es el último archivo del documento, que está anulado.',
  withdrawn: 'Es el último archivo del documento, que está retirado.',
}
