import { uncalculatedFormulaText } from '../../domain/text/valid-characters.ts'
import { formatExcelDate } from './date-formatting.ts'
import { formatExactDecimal, formatExcelNumber } from './number-formatting.ts'

/** Cell as stored in the file, without interpretation. */
export type Cell = (
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  /** Numeric cell. `zeros`: width of a format such as `000`. `format`, `shown`: only for more than digits. */
  | { kind: 'number'; value: number; zeros?: number; percent?: boolean; format?: string; shown?: string }
  /** Date cell. `iso`: empty for a time without a date. `time`: absent at midnight. `shown`: text in the file. */
  | { kind: 'date'; iso: string; time?: string; format: string; shown?: string }
  | { kind: 'boolean'; value: boolean }
  /** Error as displayed, e.g. `#N/A`; empty for a formula that was never calculated. */
  | { kind: 'error'; text: string }
) & { merged?: true }

export const emptyCell: Cell = { kind: 'empty' }

/** Returns the text that the sheet displays, e.g. an amount with thousands separators and currency sign. */
export function getDisplayedText(cell: Cell): string {
  if (cell.kind !== 'number' || cell.zeros !== undefined || Math.abs(cell.value) >= 1e15) return getCellText(cell)
  return cell.shown ?? (cell.format && formatExcelNumber(cell.format, cell.value)) ?? getCellText(cell)
}

/** Returns the text of a cell as a user would type it. Differs from the displayed text in details such as thousands separators. */
export function getCellText(cell: Cell): string {
  switch (cell.kind) {
    case 'empty':
      return ''
    case 'text':
      return cell.text
    case 'error':
      return cell.text || uncalculatedFormulaText
    case 'date':
      return cell.shown ?? formatExcelDate(cell.format, cell.iso, cell.time ?? '00:00:00')
    case 'boolean':
      return cell.value ? 'VERDADERO' : 'FALSO'
    case 'number':
      return shownNumber(cell)
  }
}

function shownNumber({ value, zeros, percent }: Cell & { kind: 'number' }): string {
  // Uses exponent notation from 10^15 on, like Excel, which loses the digits after the 15th. No field accepts this
  // notation as a number.
  if (Math.abs(value) >= 1e15)
    return value
      .toExponential(14)
      .replace(/\.?0*e/, 'E')
      .replace('.', ',')
  if (zeros !== undefined) return padWithZeros(value, zeros)
  const text = percent ? `${formatExactDecimal(value * 100)} %` : formatExactDecimal(value)
  return text.replace('.', ',')
}

/** Formats an integer with leading zeros up to the width of its number format. */
export function padWithZeros(value: number, width: number): string {
  return (value < 0 ? '-' : '') + formatExactDecimal(Math.abs(value)).padStart(width, '0')
}
