import * as z from 'zod'
import { deliveryStates } from '../deliveries/delivery.ts'
import { documentKinds, finalities } from '../documents/document-kind.ts'
import { documentSealSchema, documentSignersSchema } from '../documents/signer-output.ts'
import { fieldsSchema, valuesSchema } from '../fields/field-output.ts'
import { signingStates } from '../links/signing.ts'
import { createKeyedSchema, createPageSchema, defineObject, orEmpty, recordProperties } from '../output-schemas.ts'
import { recordIdSchema, sha256Schema, timestampSchema } from '../text/text-types.ts'
import { documentStatuses, requestPrivacyStates, requestStatuses } from './request.ts'

/** Number of requests by status. */
export const requestCountsSchema = createKeyedSchema(requestStatuses, z.int())

export const frequentReasonsSchema = createKeyedSchema(
  ['return', 'reject'],
  z.array(z.object({ reason: z.string() })),
).meta({ id: 'FrequentReasons' })
export type FrequentReasons = z.infer<typeof frequentReasonsSchema>

export const decisionResultSchema = defineObject('DecisionResult', {
  undo: z
    .object({ id: recordIdSchema, seconds: z.int() })
    .optional()
    .describe(
      'Solo con `undoable`: durante estos segundos la decisión se puede deshacer en las páginas, y sus documentos y avisos esperan',
    ),
  changed: z.array(recordIdSchema),
  skipped: z.array(
    z.object({ id: recordIdSchema, code: z.string(), errors: z.record(z.string(), z.string()).optional() }),
  ),
})
export interface DecisionResult extends z.infer<typeof decisionResultSchema> {}

/** Properties that items of the request list and records of requests share. */
const requestProperties = {
  id: recordIdSchema,
  number: z.string().describe('SOL-2026-000123; vacío hasta el primer envío'),
  format: recordIdSchema,
  owner: recordIdSchema,
  batch: orEmpty(recordIdSchema),
  row: z.int().describe('Fila de la hoja, o 0'),
  status: z.enum(requestStatuses),
  summary: z.string(),
  idDocument: z.string().describe('El número de documento de `summary`, o vacío'),
  amount: z.string().describe('El valor de `summary`, como se muestra, o vacío'),
  revision: z.int(),
  reason: z.string(),
  documentStatus: z.enum(documentStatuses),
  documentNumber: z.string(),
  document: z.string().describe('Nombre del archivo PDF: /key/api/files/requests/{id}/{document}'),
  created: timestampSchema,
  updated: timestampSchema,
  submittedAt: orEmpty(timestampSchema),
  decidedAt: orEmpty(timestampSchema),
  dueAt: orEmpty(timestampSchema).describe('Plazo para decidir; vacío si el formato no lo tiene'),
  finality: z.enum(['', ...finalities]),
  annulledAt: orEmpty(timestampSchema),
  privacy: z
    .enum(['', ...requestPrivacyStates])
    .describe('`held`: tiene la marca «No borrar»; `anonymized`: sus datos se borraron'),
  step: z.int().describe('Paso de su ruta que espera, desde 1; 0 si no espera ninguno'),
}

/** Item of `GET /api/app/requests`. */
export const requestItemSchema = defineObject('RequestItem', {
  ...requestProperties,
  formatCode: z.string(),
  formatName: z.string(),
  ownerName: z.string(),
  batchNumber: z.string(),
  stepName: z.string().describe('Nombre del paso que espera, o vacío'),
  delivery: z.enum(['', ...deliveryStates]).describe('Entrega del documento a su destinatario; vacío si no se entrega'),
  recipient: z.string().describe('El correo de su destinatario, o vacío'),
  signing: z.enum(['', ...signingStates]).describe('Firmas de personas sin cuenta; vacío si nadie firma por un enlace'),
  decidable: z.boolean().describe('Si la cuenta puede decidirla ahora'),
})
export interface RequestItem extends z.infer<typeof requestItemSchema> {}

/** Response of `GET /api/app/requests`. */
export const requestPageSchema = createPageSchema(requestItemSchema)
  .extend({
    // Those requests do not count as decided.
    passedOn: z.int().optional().describe('Con `mine=decided`: en cuántas solo aprobó un paso, y siguieron'),
  })
  .meta({ id: 'RequestPage' })
export interface RequestPage extends z.infer<typeof requestPageSchema> {}

/**
 * Documents of the selected requests: their number by status, and the PDF files into which they can be joined for
 * printing. `parts` is empty if an external service generates the documents.
 */
export const documentPrintSummarySchema = defineObject('DocumentPrintSummary', {
  ready: z.int(),
  pending: z.int(),
  failed: z.int(),
  hasSeals: z.boolean().describe('Si alguno tiene el sello electrónico, que se pierde al unirlos en un PDF'),
  parts: z.array(z.object({ first: z.string(), last: z.string(), documents: z.int() })),
})
export interface DocumentPrintSummary extends z.infer<typeof documentPrintSummarySchema> {}

/** Document of a request that was replaced by a newer one. */
const requestDocumentSchema = z.object({
  id: recordIdSchema,
  collectionId: z.string(),
  request: recordIdSchema,
  number: z.string(),
  file: z.string(),
  kind: z.enum(documentKinds).describe('Lo que el archivo dice de sí mismo'),
  hash: orEmpty(sha256Schema),
  created: timestampSchema.describe('Cuándo fue reemplazado'),
})
export interface RequestDocument extends z.infer<typeof requestDocumentSchema> {}

export const requestDocumentRecordSchema = defineObject('RequestDocumentRecord', {
  ...recordProperties,
  ...requestDocumentSchema.shape,
})

/** Request record, as returned by PocketBase's record API. */
const requestSchema = z.object({
  ...requestProperties,
  collectionId: z.string(),
  formatVersion: recordIdSchema,
  values: valuesSchema,
  reviewer: orEmpty(recordIdSchema),
  /** Kind of document, as stated in the file. Differs from `finality` and `annulledAt` while a new file is being generated. */
  documentKind: z.enum(['', ...documentKinds]).describe('Lo que el archivo dice de sí mismo'),
  documentHash: orEmpty(sha256Schema),
  documentSeal: documentSealSchema.nullable().describe('Sello del documento, o nulo'),
  checkCode: z.string().describe('El código con que cualquiera comprueba el documento'),
  documentError: z.string().describe('El código del error por el que no se pudo generar, o vacío'),
  documentErrorDetails: z.record(z.string(), z.string()).nullable(),
  letterhead: orEmpty(recordIdSchema).describe('Id del membrete del documento, o vacío'),
  signers: documentSignersSchema.nullable().describe('Quién firmó el documento'),
})
export interface Request extends z.infer<typeof requestSchema> {}

/** Values in a record. Large pages omit them (`list-guard.ts`). */
const optionalValuesSchema = valuesSchema
  .optional()
  .describe(
    'Clave de cada campo y su valor canónico: fechas AAAA-MM-DD, dinero y decimales como texto con punto. No llegan en páginas de más de 30',
  )

export const requestRecordSchema = defineObject('RequestRecord', {
  ...recordProperties,
  ...requestSchema.shape,
  values: optionalValuesSchema,
})

export const requestRevisionRecordSchema = defineObject('RequestRevisionRecord', {
  ...recordProperties,
  request: recordIdSchema,
  revision: z.int(),
  submittedAt: timestampSchema,
  values: optionalValuesSchema,
})

/** Response of `GET /api/app/requests/{id}/filled`: approver fields visible to the caller, with their values. */
export const approverFieldsOutputSchema = defineObject('ApproverFields', {
  fields: fieldsSchema,
  values: valuesSchema,
  updated: orEmpty(timestampSchema),
  open: z.boolean().describe('Si la cuenta puede diligenciarlos ahora'),
})
