import * as z from 'zod'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { daySchema, sha256Schema } from '../text/text-types.ts'
import { documentKinds } from './document-kind.ts'
import { verificationStatuses } from './document-verification.ts'

const verifiedFileSchema = defineObject('VerifiedFile', {
  /** SHA-256 of the file. `hash` and `kind` are empty until the first file is generated. */
  hash: orEmpty(sha256Schema),
  kind: z.enum(['', ...documentKinds]),
  /** Day on which a newer file replaced this file; empty for the current file. */
  replacedOn: orEmpty(daySchema),
})
export interface VerifiedFile extends z.infer<typeof verifiedFileSchema> {}

const verifiedFieldsSchema = z.array(z.object({ label: z.string(), value: z.string() }))

/** Response of `POST /api/app/documents/{code}`. */
export const openedDocumentSchema = defineObject('OpenedDocument', {
  fields: verifiedFieldsSchema.describe('Los demás datos que el documento muestra, sin archivos ni tablas'),
})
export interface OpenedDocument extends z.infer<typeof openedDocumentSchema> {}

/**
 * Response of the public endpoint `GET /api/app/documents/{code}`. It is public, so its only personal data are initials and the fields that
 * the format shows. Days are `YYYY-MM-DD`; times are `YYYY-MM-DDTHH:MM` in the organisation's time zone.
 */
export const documentVerificationSchema = defineObject('DocumentVerification', {
  code: z.string(),
  organisation: z.string(),
  format: z.string(),
  number: z.string(),
  date: orEmpty(daySchema),
  state: z.enum(verificationStatuses).meta({ id: 'VerificationStatus' }),
  annulledOn: orEmpty(daySchema),
  isAnonymized: z.boolean().describe('Si la organización borró los datos y el archivo: retirado por privacidad'),
  initials: z.string().describe('Iniciales de quien lo pidió, no su nombre: «Í. Ñ. P.»'),
  /** Time of the approval; empty if the request was returned for correction. */
  approvedAt: z.string(),
  approver: z.string().describe('Iniciales de quien lo aprobó; vacío si nadie tuvo que aprobarlo'),
  signers: z
    .array(z.object({ initials: z.string(), role: z.string(), signedAt: z.string() }))
    .describe('Quién lo firmó por un enlace: iniciales, en qué calidad y cuándo'),
  /** Seal of the current file; `null` without seal. */
  seal: z.nullable(z.object({ holder: z.string(), fingerprint: sha256Schema, stampedAt: z.string() })),
  fields: verifiedFieldsSchema.describe('Los datos que el formato muestra a quien tiene el código'),
  asksDigits: z.boolean().describe('Si cuatro cifras abren los demás datos y el PDF'),
  /** Version of the format from which the document was generated. */
  version: z.int(),
  /** Files of the document: the current file first, then replaced files from newest to oldest. */
  files: z.array(verifiedFileSchema),
})
export interface DocumentVerification extends z.infer<typeof documentVerificationSchema> {}
