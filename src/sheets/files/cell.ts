import { uncalculated } from '../../domain/text/writable.ts'
import { displayedDate } from './date-display.ts'
import { exactDecimal } from './exact-decimal.ts'
import { displayedNumber } from './number-display.ts'

/** One cell as it was found: nothing in it is guessed. */
export type Cell = (
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  /** `format` and `shown`, where there is more than digits to see; `zeros` is the width of a format such as `0000000000`. */
  | { kind: 'number'; value: number; zeros?: number; percent?: boolean; format?: string; shown?: string }
  /** `iso` is empty for a time without a day; `time` only when it is not midnight; `shown` where the file tells it. */
  | { kind: 'date'; iso: string; time?: string; format: string; shown?: string }
  | { kind: 'boolean'; value: boolean }
  /** `text` as displayed; empty for a formula that was never calculated. */
  | { kind: 'error'; text: string }
) & { merged?: true }

export const emptyCell: Cell = { kind: 'empty' }

/** What the sheet displays to look at: an amount with its thousands and its sign. */
export function displayedText(cell: Cell): string {
  if (cell.kind !== 'number' || cell.zeros !== undefined || Math.abs(cell.value) >= 1e15) return shownText(cell)
  return cell.shown ?? (cell.format && displayedNumber(cell.format, cell.value)) ?? shownText(cell)
}

/** What the sheet displays, near enough for a person to know the cell again, and as it would be typed. */
export function shownText(cell: Cell, decimal: ',' | '.' = ','): string {
  switch (cell.kind) {
    case 'empty':
      return ''
    case 'text':
      return cell.text
    case 'error':
      return cell.text || uncalculated
    case 'date':
      return cell.shown ?? displayedDate(cell.format, cell.iso, cell.time ?? '00:00:00')
    case 'boolean':
      return cell.value ? 'VERDADERO' : 'FALSO'
    case 'number':
      return shownNumber(cell, decimal)
  }
}

function shownNumber({ value, zeros, percent }: Cell & { kind: 'number' }, decimal: ',' | '.'): string {
  // Excel itself shows it so, and no field takes it for what the person had written.
  if (Math.abs(value) >= 1e15)
    return value
      .toExponential(14)
      .replace(/\.?0*e/, 'E')
      .replace('.', decimal)
  if (zeros !== undefined) return withZeros(value, zeros)
  const text = percent ? `${exactDecimal(value * 100)} %` : exactDecimal(value)
  return text.replace('.', decimal)
}

/** A whole number in as many digits as its format shows. */
export function withZeros(value: number, width: number): string {
  return (value < 0 ? '-' : '') + exactDecimal(Math.abs(value)).padStart(width, '0')
}
