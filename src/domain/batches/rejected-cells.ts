import type { ErrorCode } from '../errors.ts'
import type { Field, ValidationContext, Values } from '../fields/field.ts'
import type { ParseHints } from '../fields/field-type-handler.ts'
import { isNumericField } from '../fields/field-types.ts'
import { isIdDocumentKind } from '../fields/id-document.ts'
import { createValueParser } from '../fields/values.ts'
import { isNotAvailable } from './cell-evidence.ts'
import { type ColumnTarget, findColumnTarget } from './column-matching.ts'

/** Texts of the invalid cells of a row by column key (`items_1_cantidad`); cells without a column have `*2`. */
export type RejectedCells = Record<string, string>

/** Returns the key of a surplus cell by its one-based position: 2 → `*2`. */
export const getSurplusCellKey = (place: number) => `*${place}`

/** Converts a form key to a column key: `items.0.cantidad` → `items_1_cantidad`. */
function toColumnKey(key: string): string {
  return key.replace(/\.(\d+)\./, (_, index) => `_${Number(index) + 1}_`).replace(/\.(\d+)$/, '')
}

/** Converts the keys of errors from form keys to column keys. If two keys become the same column key, the first code is used. */
export function toColumnErrors(errors: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [key, code] of Object.entries(errors)) found[toColumnKey(key)] ??= code
  return found
}

/** Returns whether cells of a table have errors. A required table is then not also reported as missing. */
export function hasCellErrors(errors: Record<string, string>, table: string): boolean {
  return Object.keys(errors).some((key) => key.startsWith(`${table}_`))
}

type Codes = Record<string, string>

/** Prepares a validator that gives each invalid cell the error code of its own text. Results have form keys. */
export function createRejectedCellValidator(fields: readonly Field[], context: ValidationContext) {
  const codeOf = createErrorDetector(context)
  return (errors: Codes, values: Values, wrong: RejectedCells): Codes => {
    const cells = Object.entries(wrong)
    if (cells.length === 0) return errors
    const found: Codes = {}
    const tables = new Set<string>()
    for (const [key, text] of cells) {
      const target = findColumnTarget(key, fields)
      if (target?.table) tables.add(target.table.key)
      found[target ? toFormKey(target) : '*'] = target ? codeOf(target, text, values) : 'row'
    }
    const others = Object.entries(errors).filter(([key, code]) => !(code === 'required' && tables.has(key)))
    return { ...Object.fromEntries(others), ...found }
  }
}

function toFormKey({ key, field, table }: ColumnTarget): string {
  return table ? `${table.key}.${table.index - 1}.${field.key}` : key
}

/** Parsing hints to try in this order, because the hints detected in the original sheet are not stored. */
const hintsToTry: ParseHints[] = [{}, { decimal: ',' }, { decimal: '.' }, { dateOrder: 'mdy' }]

function createErrorDetector(context: ValidationContext) {
  const readers = new Map<object, ReturnType<typeof createValueParser>>()
  return ({ field }: ColumnTarget, text: string, values: Values): ErrorCode => {
    if (isNotAvailable(field, text)) return 'excelError'
    const reader = readers.get(field) ?? createValueParser(field, context)
    readers.set(field, reader)
    const kind = field.kindFrom === undefined ? undefined : values[field.kindFrom]
    for (const manner of hintsToTry) {
      const reading = reader.text(text, isIdDocumentKind(kind) ? { ...manner, kind } : manner)
      if ('error' in reading) return reading.error
    }
    return isNumericField(field) ? 'number' : field.type === 'date' ? 'date' : 'invalid'
  }
}
