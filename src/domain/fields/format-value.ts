import { parseAttachments } from '../attachments/attachment.ts'
import { findCurrency, getCurrencyDecimals } from '../money/currency.ts'
import { formatDecimal, parseDecimal, roundDecimal, toDecimalString } from '../money/decimal.ts'
import { defaultNotation, type Notation } from '../money/notation.ts'
import { formatPhone } from '../text/phone.ts'
import { isIsoDate } from '../time/calendar.ts'
import { formatLongDate, formatShortDate } from '../time/date.ts'
import type { Column, Value } from './field.ts'
import type { PrintStyle } from './field-type-handler.ts'
import type { FieldType } from './field-types.ts'

// Formatting is separate from `field-type-handlers.ts`, so that pages that only show values load no parsers.

/** Styles of `formatValue`. `spellOutValue` formats style `letras`. */
type FormatStyle = Exclude<PrintStyle, 'letras'>

type ValueFormatter = (field: Column, value: Value, style?: FormatStyle, notation?: Notation) => string

/** Formats a canonical value in Spanish. `style`: style in a template (`{{key|style}}`). `notation`: notation of the document. Never throws. */
export function formatValue(field: Column, value: Value, style?: FormatStyle, notation?: Notation): string {
  const printed = formatters[field.type](field, value, style, notation)
  // Leaves `µ` and `ƒ` in lower case, because the document fonts lack their capitals.
  return style === 'mayusculas' ? printed.replace(/[^µƒ]+/g, (part) => part.toUpperCase()) : printed
}

const formatText: ValueFormatter = (_field, value) => String(value)

const formatNumber: ValueFormatter = ({ type, currency }, value, style, notation) => {
  const text = String(value)
  const isComputed = type === 'computed'
  // A formula can also result in a text.
  if (isComputed && parseDecimal(text) === null) return text
  if (type === 'money' || style === 'moneda' || (isComputed && currency)) return formatMoney(text, currency, notation)
  if (type === 'percent') return `${formatDecimal(text, notation)} %`
  // Leaves four-digit integers without separator, as the Real Academia Española recommends, because they are often years.
  const isShort = (type === 'integer' || isComputed) && /^-?\d{1,4}$/.test(text)
  return isShort ? text : formatDecimal(text, notation)
}

const formatDate: ValueFormatter = (_field, value, style, notation) => {
  const day = String(value)
  if (!isIsoDate(day)) return day
  return style === 'largo' ? formatLongDate(day) : formatShortDate(day, notation?.date)
}

const formatTable: ValueFormatter = (_field, value) => {
  const rows = Array.isArray(value) ? value.length : 0
  return rows === 1 ? '1 fila' : `${rows} filas`
}

const formatters: Readonly<Record<FieldType, ValueFormatter>> = {
  text: formatText,
  longText: formatText,
  integer: formatNumber,
  decimal: formatNumber,
  money: formatNumber,
  percent: formatNumber,
  date: formatDate,
  boolean: (_field, value) => (value === true ? 'Sí' : 'No'),
  choice: formatText,
  choices: (_field, value, style) => joinTexts(Array.isArray(value) ? value.map(String) : [String(value)], style),
  idDocument: formatText,
  email: formatText,
  phone: (_field, value) => formatPhone(String(value)),
  file: (_field, value, style) =>
    joinTexts(
      parseAttachments(value).map(({ name }) => name),
      style,
    ),
  table: formatTable,
  computed: formatNumber,
}

/** Joins with semicolons, because the parsers split at semicolons. Style `largo` joins as a phrase: «uno, dos y tres». */
function joinTexts(texts: readonly string[], style?: FormatStyle): string {
  if (style !== 'largo' || texts.length < 2) return texts.join('; ')
  const last = texts.at(-1) ?? ''
  // Uses semicolons if a text contains a comma or the word «y».
  const gap = texts.some((text) => /,| [ye] /.test(text)) ? ';' : ''
  return `${texts.slice(0, -1).join(`${gap || ','} `)}${gap} ${/^h?[ií](?![aeo])/i.test(last) ? 'e' : 'y'} ${last}`
}

const endsWithLetter = /[A-Z]$/

/** Formats an amount with its currency symbol and the currency's decimals: «$ 2.500.000,00», «-US$ 12,50». */
function formatMoney(text: string, code: string | undefined, notation = defaultNotation): string {
  const amount = parseDecimal(text)
  if (amount === null) return text
  const printed = formatDecimal(toDecimalString(roundDecimal(amount, getCurrencyDecimals(code))), notation)
  const symbol = notation.signs[code ?? ''] ?? findCurrency(code)?.symbol
  if (symbol === undefined) return printed
  const sign = symbol + (endsWithLetter.test(symbol) ? ' ' : notation.gap)
  return printed.startsWith('-') ? `-${sign}${printed.slice(1)}` : sign + printed
}
