import type { Row, Value } from '../../domain/field.ts'
import { fold } from '../../domain/text.ts'
import { shownText } from '../files/cell.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import type { Judgement } from './judgement.ts'
import type { RowReader } from './row-reader.ts'

/** A row that hardly is one: offered for discarding, never dropped by itself. */
export interface OfferedRow {
  row: number
  why: 'total' | 'example'
}

const total = /^(sub|gran|suma)?(total|suma)(es|s)?(general|generales)?$/

/** Whether a row has nothing but sums and the word that says so. */
export function isTotal(sheet: Sheet, index: number): boolean {
  let named = false
  for (let column = 0; column < sheet.width; column++) {
    const cell = cellAt(sheet, index, column)
    if (cell.kind === 'empty' || cell.kind === 'number' || cell.kind === 'error') continue
    const text = shownText(cell)
    if (cell.kind === 'text' && total.test(fold(text))) named = true
    else if (cell.kind !== 'text' || !/^[^\p{L}]*\d[^\p{L}]*$/u.test(text)) return false
  }
  return named
}

/** Whether a row is the example that our own template shows. */
export function exampleTest({ sources }: RowReader): (judgement: Judgement) => boolean {
  const examples = new Map<string, string>()
  for (const { target, read } of sources) {
    const { field, table } = target
    const reading = read({ kind: 'text', text: field.example ?? '' }, {})
    if ('value' in reading && reading.value !== null)
      examples.set(table ? `${table.key}.${field.key}` : field.key, JSON.stringify(reading.value))
  }
  const isExample = ([key, value]: [string, unknown]) => examples.get(key) === JSON.stringify(value)
  return ({ values }) => {
    const cells = Object.entries(values).flatMap(([key, value]) => cellsOf(key, value))
    return cells.length >= 3 && cells.every(isExample)
  }
}

/** The cells of a table by themselves; only rows of a table are objects. */
function cellsOf(key: string, value: Value): [string, unknown][] {
  if (!Array.isArray(value) || typeof value[0] !== 'object') return [[key, value]]
  return (value as Row[]).flatMap((row) =>
    Object.entries(row).map(([column, cell]): [string, unknown] => [`${key}.${column}`, cell]),
  )
}
