import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { isPlainObject } from '../fields/value-lookup.ts'
import { idSchema, singleLineText } from '../text/text-schemas.ts'
import { maxBatchRows, maxRowsPerChunk, maxSheetColumns } from './batch.ts'
import type { RejectedCells } from './rejected-cells.ts'

/** Body of `POST /api/app/batches`. */
export const batchSchema = z.object({
  /** Id chosen by the client, so that a repeated call creates only one batch. */
  id: z.optional(idSchema),
  format: idSchema,
  fileName: singleLineText(255).check(z.minLength(1, 'required')),
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'pattern')),
  total: z.int().check(z.minimum(1, 'min'), z.maximum(maxBatchRows, 'batch.tooMany')),
  again: z.optional(z.boolean()),
  /** Keys of the fields that a list fills if a row leaves them empty. */
  joined: z.optional(z.array(fieldKeySchema).check(z.maxLength(maxSheetColumns, 'length'))),
})
export type BatchInput = z.infer<typeof batchSchema>

/** Highest row number of a sheet (one-based), as limited by Excel. */
export const maxRowNumber = 1_048_576
const isRowNumber = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= maxRowNumber

export interface BatchRowInput {
  row: number
  /** Canonical values by field key. */
  values: Record<string, unknown>
  /** Original texts of the invalid cells. */
  wrong?: RejectedCells
  warnings?: Record<string, string>
}

// Validates without a schema for speed: a schema for each cell of a thousand rows takes longer than validating the values.
function isChunkRow(value: unknown): value is BatchRowInput {
  if (!isPlainObject(value)) return false
  const { row, values, wrong, warnings } = value
  return (
    isRowNumber(row) &&
    isPlainObject(values) &&
    Object.keys(values).length <= maxSheetColumns &&
    (wrong === undefined || areWrongCells(wrong)) &&
    (warnings === undefined || (isPlainObject(warnings) && Object.values(warnings).every(isWarningCode)))
  )
}

/** Validates the texts of invalid cells. There are at most as many as a sheet has columns. */
function areWrongCells(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const cells = Object.entries(value)
  return (
    cells.length <= maxSheetColumns &&
    cells.every(([key, text]) => key.length <= maxColumnKeyLength && typeof text === 'string')
  )
}

/** Maximum length of a column key such as `items_200_cantidad`. Table and column key have at most 40 characters each. */
const maxColumnKeyLength = 90

const isWarningCode = (value: unknown) => typeof value === 'string' && /^[a-zA-Z.]{1,40}$/.test(value)

export const batchRowInputSchema = z.custom<BatchRowInput>(isChunkRow, 'row')

/** Body of `POST /api/app/batches/{id}/rows`. Checks only the structure; the handler validates the values against the format's fields. */
export const rowChunkSchema = z.object({
  rows: z.array(batchRowInputSchema).check(z.minLength(1, 'required'), z.maxLength(maxRowsPerChunk, 'batch.chunk')),
})
export type RowChunkInput = z.infer<typeof rowChunkSchema>

export const rowNumbersSchema = z.custom<number[]>(areRowNumbers, 'row')

/** Body of `POST /api/app/batches/{id}/discard`. */
export const discardRowsSchema = z.object({ rows: rowNumbersSchema })

function areRowNumbers(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.length <= maxBatchRows && value.every(isRowNumber)
}
