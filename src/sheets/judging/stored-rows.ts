import type { BatchRow } from '../../domain/batch.ts'
import { type Target, targetOf } from '../../domain/columns.ts'
import type { Field, Row, Value } from '../../domain/field.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { printValue } from '../../domain/values.ts'
import { cellKey, type WrongCells } from '../../domain/wrong-cells.ts'
import { type Answers, questionId } from '../reading/question.ts'
import type { ErrorRow } from '../writing/error-workbook.ts'
import type { HeldRow } from './conversion.ts'

export type StoredRow = Pick<BatchRow, 'row' | 'values' | 'errors'> & Partial<Pick<BatchRow, 'wrong'>>

/** Rows that a batch keeps, as they would stand in an error workbook: right values as people write them, wrong ones as they were. */
export function storedRows(
  stored: readonly StoredRow[],
  fields: readonly Field[],
): { rows: ErrorRow[]; keys: string[] } {
  const seen = new Set<string>()
  const rows = stored.map(({ row, values, wrong = {}, errors }): ErrorRow => {
    const named = Object.fromEntries(Object.entries(errors).map(([key, code]) => [cellKey(key), code]))
    const texts: Record<string, string> = {}
    for (const [key, value] of cellsOf(values, fields)) {
      const target = targetOf(key, fields)
      if (target) texts[key] = named[key] === undefined ? printed(target, value) : rawText(value)
    }
    const surplus: string[] = []
    for (const [key, text] of Object.entries(wrong))
      if (targetOf(key, fields)) texts[key] = text
      else surplus.push(text)
    for (const key of [...Object.keys(texts), ...Object.keys(named)]) if (targetOf(key, fields)) seen.add(key)
    return { row, texts, errors: named, surplus }
  })
  const keys = fields.flatMap((field) =>
    [...seen].filter((key) => key === field.key || targetOf(key, fields)?.table?.key === field.key).sort(inOrder),
  )
  return { rows, keys }
}

/** What of such rows the cells of a workbook cannot say. */
export function heldRows(stored: readonly StoredRow[], rows: readonly ErrorRow[]): Map<number, HeldRow> {
  return new Map(
    rows.map(({ row, errors, surplus = [] }, place) => {
      const wrong: WrongCells = stored[place]?.wrong ?? {}
      const held = Object.entries(errors).filter(([key]) => Object.hasOwn(wrong, key))
      return [row, { surplus, errors: Object.fromEntries(held) }]
    }),
  )
}

/** How our own printing is read again: nothing of it needs to be asked. Columns begin behind the one with the rows' numbers. */
export function answersFor(keys: readonly string[], fields: readonly Field[]): Answers {
  const answers: Record<string, string> = {}
  keys.forEach((key, place) => {
    const field = targetOf(key, fields)?.field
    const column = place + 1
    if (field && isNumeric(field)) answers[questionId({ column, kind: 'decimal' })] = ','
    if (field?.type === 'date') answers[questionId({ column, kind: 'dateOrder' })] = 'dmy'
    if (field?.type === 'idDocument') answers[questionId({ column, kind: 'zeros' })] = 'no'
  })
  return answers
}

function cellsOf(values: StoredRow['values'], fields: readonly Field[]): [string, Value][] {
  return fields.flatMap((field): [string, Value][] => {
    const value = values[field.key]
    if (value === undefined || value === null || field.type === 'computed') return []
    if (field.type !== 'table') return [[field.key, value]]
    if (!Array.isArray(value)) return []
    return (value as Row[]).flatMap((row, index) =>
      Object.entries(row).map(([key, cell]): [string, Value] => [`${field.key}_${index + 1}_${key}`, cell]),
    )
  })
}

function printed({ field }: Target, value: Value): string {
  return printValue(field, value)
}

function rawText(value: Value): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function inOrder(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}
