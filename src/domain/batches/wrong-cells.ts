import type { ErrorCode } from '../errors.ts'
import type { Context, Field, Values } from '../fields/field.ts'
import { isIdKind } from '../fields/id-document.ts'
import type { Hints } from '../fields/kind.ts'
import { isNumeric } from '../fields/number.ts'
import { readerFor } from '../fields/values.ts'
import { type Target, targetOf } from './columns.ts'

/**
 * What stood in the cells of a row that cannot be taken: by the keys of a sheet's columns (`cargo`, `items_1_cantidad`), and by any other
 * key what a row has too much, which belongs to no column.
 */
export type WrongCells = Record<string, string>

/** The key of a surplus cell of a row, counted from 1. */
export const surplusKey = (place: number) => `*${place}`

/** `items.0.cantidad`, as a form names it, is the column `items_1_cantidad` of a sheet. */
function cellKey(key: string): string {
  return key.replace(/\.(\d+)\./, (_, index) => `_${Number(index) + 1}_`).replace(/\.(\d+)$/, '')
}

/** What is said of the keys of a form, said of the columns of a sheet; of two that are one cell, the first. */
export function byCell(said: Readonly<Record<string, string>>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [key, code] of Object.entries(said)) found[cellKey(key)] ??= code
  return found
}

/** A table whose cells are in error is not missing. */
export function hasErrorIn(errors: Record<string, string>, table: string): boolean {
  return Object.keys(errors).some((key) => key.startsWith(`${table}_`))
}

type Codes = Record<string, string>

/**
 * Prepares the judgement of rows that bring wrong cells: each of them is an error, whatever the rest of the row says, and its code is what
 * its text says by itself. Keys are those of a form.
 */
export function wrongCellJudge(fields: readonly Field[], context: Context) {
  const codeOf = codeReader(context)
  return (errors: Codes, values: Values, wrong: WrongCells): Codes => {
    const cells = Object.entries(wrong)
    if (cells.length === 0) return errors
    const found: Codes = {}
    const tables = new Set<string>()
    for (const [key, text] of cells) {
      const target = targetOf(key, fields)
      if (target?.table) tables.add(target.table.key)
      found[target ? formKey(target) : '*'] = target ? codeOf(target, text, values) : 'row'
    }
    const others = Object.entries(errors).filter(([key, code]) => !(code === 'required' && tables.has(key)))
    return { ...Object.fromEntries(others), ...found }
  }
}

function formKey({ key, field, table }: Target): string {
  return table ? `${table.key}.${table.index - 1}.${field.key}` : key
}

/** How a column may have been read, where its other cells said so: without them a text is read by what it says itself. */
const manners: Hints[] = [{}, { decimal: ',' }, { decimal: '.' }, { dateOrder: 'mdy' }]

function codeReader(context: Context) {
  const readers = new Map<object, ReturnType<typeof readerFor>>()
  return ({ field }: Target, text: string, values: Values): ErrorCode => {
    const reader = readers.get(field) ?? readerFor(field, context)
    readers.set(field, reader)
    const kind = field.kindFrom === undefined ? undefined : values[field.kindFrom]
    for (const manner of manners) {
      const reading = reader.text(text, isIdKind(kind) ? { ...manner, kind } : manner)
      if ('error' in reading) return reading.error
    }
    return isNumeric(field) ? 'number' : field.type === 'date' ? 'date' : 'invalid'
  }
}
