import { fold } from '../../domain/text.ts'
import { shownText } from './cell.ts'
import type { Judgement } from './judgement.ts'
import type { RowReader } from './row-reader.ts'
import { cellAt, type Sheet } from './sheet.ts'

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
    const { example } = target.field
    if (example === undefined || target.table) continue
    const reading = read({ kind: 'text', text: example }, {})
    if ('value' in reading && reading.value !== null) examples.set(target.key, JSON.stringify(reading.value))
  }
  return ({ values }) => {
    const keys = Object.keys(values)
    return keys.length >= 3 && keys.every((key) => examples.get(key) === JSON.stringify(values[key]))
  }
}
