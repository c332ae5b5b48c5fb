import type { Column, Value } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { getCurrencyDecimals } from '../../domain/money/currency.ts'
import { parseDecimal, toShortDecimalString } from '../../domain/money/decimal.ts'
import { addFormulaProtection, type CsvCell } from '../../domain/text/csv.ts'
import { isIsoDate } from '../../domain/time/calendar.ts'
import { formatShortDate } from '../../domain/time/date.ts'
import type { CellStyle, OutputCell } from './sheet-xml.ts'

/** Maximum digits of a numeric cell. Numbers with more digits become texts, because spreadsheets lose digits after the 15th. */
const mostDigits = 15
/** Earliest date written as a date cell; earlier dates become texts, because spreadsheet programs calculate them differently. */
const firstDay = '1900-03-01'
/** Maximum number of characters in an Excel cell. */
const mostLetters = 32_767

export function getCellStyle({ type, currency }: Column): CellStyle {
  if (type === 'date' || type === 'percent') return type
  if (type === 'money' || (type === 'computed' && currency))
    return getCurrencyDecimals(currency) === 0 ? 'whole' : 'money'
  return type === 'integer' || type === 'decimal' || type === 'computed' ? 'general' : 'text'
}

/** Converts a canonical value to a cell. Dates and numbers become typed cells, other values formatted text. */
export function toOutputCell(field: Column, value: Value | null | undefined): OutputCell {
  if (value === undefined || value === null || value === '') return null
  const look = getCellStyle(field)
  if (look === 'date') return toDateCell(String(value))
  if (look !== 'text') return toNumberCell(String(value), look)
  if (typeof value === 'string') return value.slice(0, mostLetters)
  return formatValue(field, value).slice(0, mostLetters)
}

function toDateCell(day: string): OutputCell {
  if (!isIsoDate(day)) return day
  return day < firstDay ? formatShortDate(day) : { date: day }
}

function toNumberCell(text: string, look: CellStyle): OutputCell {
  const number = parseDecimal(text)
  if (number === null || text.replace(/\D/g, '').replace(/^0+/, '').length > mostDigits) return text
  if (look !== 'percent') return { number: text, look }
  return { number: toShortDecimalString({ units: number.units, scale: number.scale + 2 }), look }
}

/** Converts a stored UTC timestamp to a cell in the browser's time zone. */
export function toDateTimeCell(timestamp: string): OutputCell {
  if (!timestamp) return null
  const at = new Date(timestamp.replace(' ', 'T'))
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  return { moment: `${day} ${two(at.getHours())}:${two(at.getMinutes())}` }
}

/** Converts a cell to text for a CSV in Spanish: «03/04/2025», «1234,5», «12,5%». */
export function toCsvCell(cell: OutputCell): CsvCell {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'string') return addFormulaProtection(cell)
  if ('date' in cell) return formatShortDate(cell.date)
  if ('moment' in cell) return `${formatShortDate(cell.moment.slice(0, 10))}${cell.moment.slice(10)}`
  if ('text' in cell) return addFormulaProtection(cell.text)
  return toCsvNumber(cell.number, cell.look)
}

function toCsvNumber(text: string, look: CellStyle): CsvCell {
  if (look !== 'percent') return { number: text }
  const number = parseDecimal(text)
  return number && { number: toShortDecimalString({ units: number.units * 100n, scale: number.scale }), sign: '%' }
}
