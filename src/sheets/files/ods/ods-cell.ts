import { exactDecimal } from '../exact-decimal.ts'
import type { NumberFormat } from '../number-format.ts'
import { cellKinds, shownTexts, timeOnly } from '../sheet.ts'
import type { Texts } from '../texts.ts'

export interface StoredCell {
  kind: number
  value: number
  format: number
}

export interface OdsBook {
  texts: Texts
  formats: NumberFormat[]
  /** True if formulas were calculated. A formula without a value then means empty text, otherwise an error. */
  isCalculated: boolean
}

type Attributes = Record<string, string>

/** Converts an OpenDocument cell from its attributes and displayed text; returns `null` for an empty cell. */
export function odsCell(attributes: Attributes, shown: string, book: OdsBook): StoredCell | null {
  const { texts, formats } = book
  const type = attributes['value-type'] ?? ''
  const stored = (kind: number, value: number, format = 0): StoredCell => ({ kind, value, format })
  const isFormula = attributes.formula !== undefined
  if (type === 'error' || (isFormula && /^Err:\d+$/.test(shown))) return stored(cellKinds.error, texts.addText(shown))
  if (isFormula && type === '' && shown === '') return book.isCalculated ? null : stored(cellKinds.error, -1)
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = Number(attributes.value ?? Number.NaN)
      if (!Number.isFinite(value)) return isFormula ? stored(cellKinds.error, -1) : null
      const format = formatOf(type, value, shown, formats)
      const isPlain = shown === '' || shown === exactDecimal(value).replace('.', ',')
      return stored(cellKinds.number, value, format === 0 && !isPlain ? shownTexts + texts.addText(shown) : format)
    }
    case 'boolean':
      return stored(cellKinds.boolean, attributes['boolean-value'] === 'true' ? 1 : 0)
    case 'date':
    case 'time': {
      const days = type === 'date' ? daysIn(attributes['date-value'] ?? '') : timeIn(attributes['time-value'] ?? '')
      const text = texts.addText(shown)
      return Number.isNaN(days) ? stored(cellKinds.text, text) : stored(cellKinds.date, days, shownTexts + text)
    }
    default: {
      const text = shown || (attributes['string-value'] ?? '')
      return text.trim() === '' ? null : stored(cellKinds.text, texts.addText(text))
    }
  }
}

/** Infers a zero-padded number format from the displayed text, because ODS stores formats elsewhere in the file. */
function formatOf(type: string, value: number, shown: string, formats: NumberFormat[]): number {
  const isPadded = /^0\d+$/.test(shown) && Number(shown) === value
  if (!isPadded && type !== 'percentage') return 0
  const zeros = isPadded ? shown.length : 0
  const known = formats.findIndex((format) => format.zeros === zeros && format.kind !== 'other')
  return known >= 0 ? known : formats.push({ code: '', kind: isPadded ? 'zeros' : 'percent', zeros }) - 1
}

function daysIn(iso: string): number {
  return Date.parse(iso.includes('T') ? `${iso.replace(/Z$/, '')}Z` : `${iso}T00:00:00Z`) / 86_400_000
}

function timeIn(duration: string): number {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? []
  return timeOnly + ((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) % 86_400) / 86_400
}
