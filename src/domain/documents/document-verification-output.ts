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

/** Response of the public `GET /api/app/documents/{code}`. Initials are its only personal data. */
export const documentVerificationSchema = defineObject('DocumentVerification', {
  code: z.string(),
  organisation: z.string(),
  format: z.string(),
  number: z.string(),
  date: orEmpty(daySchema),
  state: z.enum(verificationStatuses).meta({ id: 'VerificationStatus' }),
  annulledOn: orEmpty(daySchema),
  initials: z.string().describe('Iniciales de quien lo pidió, no su nombre: «Í. Ñ. P.»'),
  /** Time of the approval in the organisation's time zone, `YYYY-MM-DDTHH:MM`; empty if the request was returned for correction. */
  approvedAt: z.string(),
  approver: z.string().describe('Iniciales de quien lo aprobó; vacío si nadie tuvo que aprobarlo'),
  version: z.int(),
  /** Files of the document: the current file first, then replaced files from newest to oldest. */
  files: z.array(verifiedFileSchema),
})
export interface DocumentVerification extends z.infer<typeof documentVerificationSchema> {}
