import { decimal } from './decimal.ts'
import type { Column, Context } from './field.ts'
import { excelErrorIn } from './fields/excel-error.ts'
import type { Hints, Reading } from './fields/kind.ts'
import { kinds } from './fields/kinds.ts'
import { exactly, isNumeric } from './fields/number.ts'
import { tidy, tidyLines } from './text.ts'
import { isWritable } from './writable.ts'

/** Prepared once a field, for many cells: `text` reads what was typed or shown, `number` a number cell by its exact value, whatever it shows. Neither throws. */
export function readerFor(field: Column, context: Context) {
  const { judge, reader } = kinds[field.type]
  const read = reader(field, context)
  const verdict = judge(field, context)
  const clean = field.type === 'longText' ? tidyLines : tidy
  const judged = (reading: Reading, hints: Hints): Reading => {
    if ('error' in reading || reading.value === null) return reading
    const outcome = verdict(reading.value, (key) => (key === field.kindFrom ? hints.kind : undefined))
    return 'error' in outcome || reading.warning === undefined ? outcome : { ...outcome, warning: reading.warning }
  }
  const text = (typed: string, hints: Hints = {}): Reading => {
    if (typed.length > longestCell) return { error: 'length' }
    if (!isWritable(typed)) return { error: 'characters' }
    const line = clean(typed)
    if (line === '') return { value: null }
    const failed = excelErrorIn(line)
    return failed ? { error: failed } : judged(read(line, hints), hints)
  }
  const number = (cell: number, hints: Hints = {}): Reading => {
    const digits = cellText(cell)
    const exact = digits === null ? null : decimal(digits)
    if (digits === null || exact === null) return { error: 'precision' }
    return isNumeric(field) ? judged(exactly(field, exact, hints), hints) : text(digits.replace('.', ','), hints)
  }
  return { text, number }
}

/** A sheet's cell holds no more. */
const longestCell = 32_767

/** Rounded to the fifteen digits that a sheet itself shows (`13.750000000000002` is 13.75); null for what it cannot hold exactly. */
function cellText(cell: number): string | null {
  if (!(Math.abs(cell) < 1e15)) return null
  const shown = Number(cell.toPrecision(15))
  return Math.abs(shown) < 1e-6 ? shown.toFixed(12).replace(/\.?0+$/, '') : String(shown)
}
