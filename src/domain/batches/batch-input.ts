import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import { id, line } from '../text/written.ts'
import { maxColumns, maxPortion, maxRows } from './batch.ts'
import type { WrongCells } from './wrong-cells.ts'

/** What `POST /api/app/batches` takes. */
export const batchInput = z.object({
  format: id,
  fileName: line(255).check(z.minLength(1, 'required')),
  fileHash: z.string().check(z.regex(/^[0-9a-f]{64}$/, 'pattern')),
  total: z.int().check(z.minimum(1, 'min'), z.maximum(maxRows, 'batch.tooMany')),
  again: z.optional(z.boolean()),
  /** Keys of fields: what a row leaves empty of them, the list that they are bound to fills by the key of its record. */
  joined: z.optional(z.array(fieldKey).check(z.maxLength(maxColumns, 'length'))),
})
export type BatchInput = z.infer<typeof batchInput>

/** A row of a sheet counts from 1; Excel ends at 1,048,576. */
export const lastRow = 1_048_576
const isRowNumber = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= lastRow

export interface PortionRow {
  row: number
  /** Canonical. */
  values: Record<string, unknown>
  /** The texts of the cells that cannot be taken. */
  wrong?: WrongCells
  warnings?: Record<string, string>
}

// By hand: a schema for each cell of a thousand rows costs the server more than judging them.
function isPortionRow(value: unknown): value is PortionRow {
  if (!isObject(value)) return false
  const { row, values, wrong, warnings } = value
  return (
    isRowNumber(row) &&
    isObject(values) &&
    Object.keys(values).length <= maxColumns &&
    (wrong === undefined || isWrong(wrong)) &&
    (warnings === undefined || (isObject(warnings) && Object.values(warnings).every(isCode)))
  )
}

/** Beside its columns a row has at most as many cells as a sheet. */
function isWrong(value: unknown): boolean {
  if (!isObject(value)) return false
  const cells = Object.entries(value)
  return cells.length <= maxColumns && cells.every(([key, text]) => key.length <= maxKey && typeof text === 'string')
}

/** `items_200_cantidad`, with both names as long as they may be. */
const maxKey = 90

const isCode = (value: unknown) => typeof value === 'string' && /^[a-zA-Z.]{1,40}$/.test(value)

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export const portionRow = z.custom<PortionRow>(isPortionRow, 'row')

/** What `POST /api/app/batches/{id}/rows` takes; the values are judged one by one, against the fields of the format. */
export const portion = z.object({
  rows: z.array(portionRow).check(z.minLength(1, 'required'), z.maxLength(maxPortion, 'batch.portion')),
})
export type Portion = z.infer<typeof portion>

export const rowList = z.custom<number[]>(isRowList, 'row')

/** What `POST /api/app/batches/{id}/discard` takes. */
export const discardInput = z.object({ rows: rowList })

function isRowList(value: unknown): value is number[] {
  return Array.isArray(value) && value.length > 0 && value.length <= maxRows && value.every(isRowNumber)
}
