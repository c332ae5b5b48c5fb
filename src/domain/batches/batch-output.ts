import * as z from 'zod'
import { valuesSchema } from '../fields/field-output.ts'
import { defineObject, orEmpty, recordProperties } from '../output-schemas.ts'
import { requestStatuses } from '../requests/request.ts'
import { recordIdSchema, sha256Schema, timestampSchema } from '../text/text-types.ts'
import { batchStatuses, rowStatuses } from './batch.ts'

/** Error or warning codes by key of the field; key `*` for the whole row. */
const codesSchema = z.record(z.string(), z.string())
const rejectedCellsSchema = codesSchema.meta({ id: 'RejectedCells' })

export const previousBatchSchema = defineObject('PreviousBatch', {
  id: recordIdSchema,
  number: z.string(),
  ownerName: z.string(),
  created: timestampSchema,
})
export interface PreviousBatch extends z.infer<typeof previousBatchSchema> {}

const batchSummarySchema = z.object({
  id: recordIdSchema,
  number: z.string(),
  format: recordIdSchema,
  formatVersion: recordIdSchema,
  owner: recordIdSchema,
  fileName: z.string(),
  fileHash: sha256Schema,
  status: z.enum(batchStatuses),
  total: z.int(),
  createdCount: z.int(),
  errorCount: z.int(),
  discardedCount: z.int(),
  finishedAt: orEmpty(timestampSchema),
  /** Keys of the fields that lists fill if a row leaves them empty; `null` if there are none. */
  joined: z.array(z.string()).nullable().describe('Los datos que trae una lista por su clave'),
  created: timestampSchema,
  updated: timestampSchema,
})
export interface Batch extends z.infer<typeof batchSummarySchema> {}

export const batchRecordSchema = defineObject('BatchRecord', {
  ...recordProperties,
  ...batchSummarySchema.shape,
  sender: orEmpty(recordIdSchema).describe('Quién lo envió'),
  startedAt: orEmpty(timestampSchema),
})

const batchRowSchema = z.object({
  id: recordIdSchema,
  batch: recordIdSchema,
  row: z.int(),
  status: z.enum(rowStatuses),
  values: valuesSchema,
  wrong: rejectedCellsSchema,
  errors: codesSchema,
  warnings: codesSchema,
  request: orEmpty(recordIdSchema),
})
export interface BatchRow extends z.infer<typeof batchRowSchema> {}

export const batchRowRecordSchema = defineObject('BatchRowRecord', {
  ...recordProperties,
  ...batchRowSchema.shape,
  summary: z.string(),
  values: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Un valor con error es como se envió, de cualquier tipo'),
  wrong: rejectedCellsSchema
    .nullable()
    .describe('Lo que decían las celdas que no se pudieron leer, por la clave de su columna'),
  errors: codesSchema.nullable().describe('Clave de cada campo, `*` para toda la fila, y el código de su error'),
  warnings: codesSchema.nullable(),
})

export const batchProgressSchema = defineObject('BatchProgress', {
  status: z.enum(batchStatuses),
  total: z.int(),
  createdCount: z.int(),
  errorCount: z.int(),
  discardedCount: z.int(),
  startedAt: orEmpty(timestampSchema),
  finishedAt: orEmpty(timestampSchema),
  /** Set if the batch does not continue, because its owner is inactive. */
  code: z.literal('batch.ownerInactive').optional().describe('Por qué no sigue'),
})
export interface BatchProgress extends z.infer<typeof batchProgressSchema> {}

const jsonText = z.string().optional().describe('JSON, si se pide con `values`')

/** Result of a row in `GET /api/app/batches/{id}/outcomes`. `number` and `requestStatus` are empty if the row has no request. */
export const batchRowResultSchema = defineObject('BatchRowResult', {
  row: z.int(),
  status: z.enum(rowStatuses),
  number: z.string(),
  requestStatus: z.enum(['', ...requestStatuses]),
  values: jsonText,
  wrong: jsonText,
  /** Error codes by field key. */
  errors: jsonText,
})
export interface BatchRowResult extends z.infer<typeof batchRowResultSchema> {}

export const rowChunkResultSchema = defineObject('RowChunkResult', {
  valid: z.int(),
  errors: z.array(z.object({ row: z.int(), errors: codesSchema })),
})
export interface RowChunkResult extends z.infer<typeof rowChunkResultSchema> {}

/** Row of an upload. The server validates it without a schema. */
export const batchRowInputDescription = defineObject('BatchRowInput', {
  row: z.int(),
  values: z.record(z.string(), z.unknown()),
  wrong: rejectedCellsSchema.optional(),
  warnings: codesSchema.optional(),
})
