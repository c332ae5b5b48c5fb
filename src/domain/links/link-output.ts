import * as z from 'zod'
import { documentVerificationSchema } from '../documents/document-verification-output.ts'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { requestStatuses } from '../requests/request.ts'
import { daySchema, recordIdSchema, sha256Schema, timestampSchema } from '../text/text-types.ts'
import { linkPurposes } from './link.ts'
import { guestSigningStates } from './signing.ts'

/** Response of `POST /api/app/links/open`. The link alone shows no document, address or name. */
export const linkSummarySchema = defineObject('LinkSummary', {
  organisation: z.string(),
  purpose: z.enum(linkPurposes),
  formats: z.array(z.string()).describe('Nombres de los formatos de los documentos'),
  count: z.int().describe('Cuántos documentos abre el enlace'),
})
export interface LinkSummary extends z.infer<typeof linkSummarySchema> {}

/** Document that a guest may read. `id`: id of the link. Days are `YYYY-MM-DD`. */
const guestDocumentSchema = defineObject('GuestDocument', {
  id: recordIdSchema,
  format: z.string(),
  number: z.string(),
  date: orEmpty(daySchema),
  state: documentVerificationSchema.shape.state,
  annulledOn: orEmpty(daySchema),
  replacedOn: orEmpty(daySchema).describe('Día en que reemplazó a un archivo anterior'),
  isReady: z.boolean().describe('Si el PDF se puede descargar'),
  signing: z
    .object({
      state: z.enum(guestSigningStates),
      role: z.string(),
      hash: sha256Schema.describe('El PDF que se firma'),
      isRead: z.boolean().describe('Si la persona abrió ese PDF'),
      signedAt: orEmpty(timestampSchema).describe('Cuándo firmó o dijo que no'),
    })
    .optional()
    .describe('Solo de un enlace para firmar'),
})
export interface GuestDocument extends z.infer<typeof guestDocumentSchema> {}

/** Person without an account, as administrators see them. */
export const guestSchema = defineObject('Guest', {
  id: recordIdSchema,
  email: z.string(),
  name: z.string(),
  blocked: z.boolean().describe('Si no puede abrir ningún documento'),
  documents: z.int().describe('Cuántos documentos se le entregan'),
  openedAt: orEmpty(timestampSchema).describe('La última vez que abrió un documento por primera vez'),
  sentAt: orEmpty(timestampSchema).describe('El último correo con un documento'),
})
export interface Guest extends z.infer<typeof guestSchema> {}

/** Request that a guest made without an account. `id`: id of the link. */
const guestRequestSchema = defineObject('GuestRequest', {
  id: recordIdSchema,
  format: z.string(),
  number: z.string(),
  status: z.enum(requestStatuses),
  reason: z.string().describe('Por qué se devolvió, se rechazó o se canceló'),
})
export interface GuestRequest extends z.infer<typeof guestRequestSchema> {}

/** Response of `POST /api/app/guest/links`. */
export const guestLinkContentSchema = z.object({
  items: z.array(guestDocumentSchema),
  requests: z.array(guestRequestSchema).describe('Las solicitudes que la persona hizo sin cuenta'),
})
export interface GuestLinkContent extends z.infer<typeof guestLinkContentSchema> {}
