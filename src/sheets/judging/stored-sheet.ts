import { targetOf } from '../../domain/columns.ts'
import type { Field } from '../../domain/field.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { type Sheet, SheetBuilder } from '../files/sheet.ts'
import { Texts } from '../files/texts.ts'
import { type Answers, questionId } from '../reading/column-question.ts'
import type { HeldRow } from './conversion.ts'
import { type PrintedRow, printedRow, type StoredRow } from './stored-rows.ts'

export interface StoredSheet {
  /** Without headers; each row has the number that it has in the batch. */
  sheet: Sheet
  /** The key of each column, in the order of the format. */
  keys: string[]
  rows: PrintedRow[]
  /** How our own printing is read again: nothing of it needs to be asked. */
  answers: Answers
  /** By the number of a row: what its cells cannot say. */
  held: Map<number, HeldRow>
}

/** The sheet that the rows of a batch would be; throws a `ReadingError` for more columns than a sheet may have. */
export function storedSheet(stored: readonly StoredRow[], fields: readonly Field[]): StoredSheet {
  const inOrder = [...stored].sort((a, b) => a.row - b.row)
  const rows = inOrder.map((row) => printedRow(row, fields))
  const keys = keysOf(rows, fields)
  const builder = new SheetBuilder('', new Texts(), [], 1900)
  for (const { row, texts } of rows) {
    builder.startRow(row, false)
    keys.forEach((key, column) => {
      builder.setString(column, texts[key] ?? '')
    })
    builder.keepRow()
    builder.endRow()
  }
  const held = new Map(rows.map((row, place) => [row.row, heldOf(row, inOrder[place]?.wrong ?? {})]))
  return { sheet: builder.finish(), keys, rows, answers: answersFor(keys, fields), held }
}

/** All columns in which some row has a text or an error. */
function keysOf(rows: readonly PrintedRow[], fields: readonly Field[]): string[] {
  const seen = new Set(rows.flatMap(({ texts, errors }) => [...Object.keys(texts), ...Object.keys(errors)]))
  const targets = [...seen].flatMap((key) => targetOf(key, fields) ?? [])
  const inOrder = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  return fields.flatMap((field) =>
    targets.flatMap(({ key, table }) => (key === field.key || table?.key === field.key ? [key] : [])).sort(inOrder),
  )
}

function heldOf({ errors, surplus }: PrintedRow, wrong: Readonly<Record<string, string>>): HeldRow {
  return { surplus, errors: Object.fromEntries(Object.entries(errors).filter(([key]) => Object.hasOwn(wrong, key))) }
}

function answersFor(keys: readonly string[], fields: readonly Field[]): Answers {
  const answers: Record<string, string> = {}
  keys.forEach((key, column) => {
    const field = targetOf(key, fields)?.field
    if (field && isNumeric(field)) answers[questionId({ column, kind: 'decimal' })] = ','
    if (field?.type === 'date') answers[questionId({ column, kind: 'dateOrder' })] = 'dmy'
    if (field?.type === 'idDocument') answers[questionId({ column, kind: 'zeros' })] = 'no'
  })
  return answers
}
