import * as z from 'zod'
import { finalities } from '../documents/document-kind.ts'
import { fieldsSchema, valuesSchema } from '../fields/field-output.ts'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'
import { requestStatuses } from './request.ts'

/** Format version of exported requests. Versions of the same format are sorted from newest to oldest. */
const exportedFormatVersionSchema = defineObject('ExportedFormatVersion', {
  id: recordIdSchema,
  version: z.int(),
  format: recordIdSchema,
  code: z.string(),
  name: z.string(),
  fields: fieldsSchema,
  isSigned: z.boolean().describe('Si otras personas lo firman por un enlace'),
})
export interface ExportedFormatVersion extends z.infer<typeof exportedFormatVersionSchema> {}

const exportedRequestSchema = defineObject('ExportedRequest', {
  number: z.string(),
  status: z.enum(requestStatuses),
  format: recordIdSchema,
  formatCode: z.string(),
  formatName: z.string(),
  formatVersion: recordIdSchema,
  summary: z.string(),
  ownerName: z.string(),
  batchNumber: z.string(),
  row: z.int(),
  created: timestampSchema,
  submittedAt: orEmpty(timestampSchema),
  decidedAt: orEmpty(timestampSchema),
  reviewerName: z.string().describe('Solo para administradores'),
  documentNumber: z.string(),
  finality: z.enum(['', ...finalities]),
  annulledAt: orEmpty(timestampSchema),
  reason: z.string(),
  unsigned: z.string().describe('Quién falta por firmar por un enlace: nombre y correo'),
  values: valuesSchema,
})
export interface ExportedRequest extends z.infer<typeof exportedRequestSchema> {}

/**
 * Response of `GET /api/app/requests/export`: a chunk of the requests in a list, by creation time. If the list has a text search, requests are
 * grouped by requester.
 */
export const requestExportChunkSchema = defineObject('RequestExportChunk', {
  rows: z.array(exportedRequestSchema),
  next: z.int().describe('El `after` del tramo siguiente; 0 al final'),
  total: z.int().describe('De toda la lista; solo en el primer tramo'),
  versions: z.array(exportedFormatVersionSchema).describe('Las versiones con que se hicieron; solo en el primer tramo'),
})
export interface RequestExportChunk extends z.infer<typeof requestExportChunkSchema> {}
