import { toComparisonKey } from '../text/comparison.ts'
import { parsePhone } from '../text/phone.ts'
import { normalizeLine } from '../text/text.ts'
import { isIsoDate } from '../time/calendar.ts'
import { formatLongDate } from '../time/date.ts'
import { parseDateBound } from './bound.ts'
import { choiceHandler, choicesHandler } from './choice.ts'
import { parseDate } from './date-text.ts'
import type { Column, ValidationContext } from './field.ts'
import type { FieldTypeHandler, ParseResult, ValueValidator } from './field-type-handler.ts'
import type { FieldType } from './field-types.ts'
import { fileHandler } from './file.ts'
import { idDocumentHandler } from './id-document.ts'
import { numberHandler } from './number.ts'
import { losesPrecisionInExcel } from './number-text.ts'
import { textHandler } from './text.ts'

const yes = new Set(['si', 's', 'x', '1', 'verdadero', 'true', '✓', '✔', '☑', '✅'])
const no = new Set(['no', 'n', '0', 'falso', 'false'])

const boolean: FieldTypeHandler = {
  createValidator: () => (value) => (typeof value === 'boolean' ? { value } : { error: 'boolean' }),
  createParser: () => (text) => {
    // Removes the selector that shows a sign as an emoji.
    const folded = toComparisonKey(text).replace('\ufe0f', '')
    if (yes.has(folded)) return { value: true }
    return no.has(folded) ? { value: false } : { error: 'boolean' }
  },
}

function createDateValidator(field: Column, context: ValidationContext): ValueValidator {
  const first = parseDateBound(field.min, context)
  const last = parseDateBound(field.max, context)
  const pastTheEnd = field.max === 'today' ? 'future' : 'max'
  return (value, lookup) => {
    if (typeof value !== 'string') return { error: 'date' }
    const date = value.trim()
    if (!isIsoDate(date)) return { error: 'date' }
    const min = first(lookup)
    if (min !== undefined && date < min) return { error: 'min' }
    const max = last(lookup)
    return max !== undefined && date > max ? { error: pastTheEnd } : { value: date }
  }
}

const date: FieldTypeHandler = {
  createValidator: createDateValidator,
  createParser: () => (text, hints) => {
    const typed = parseDate(text, { order: hints.dateOrder, base: hints.base })
    if (typed.date !== null)
      return typed.warning ? { value: typed.date, warning: typed.warning } : { value: typed.date }
    return typed.suggestion === undefined
      ? { error: 'date' }
      : { error: 'date', suggestion: formatLongDate(typed.suggestion) }
  },
}

const localPart = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*"
/** Letter or digit of a domain, with ñ and accents: `peña.co`. */
const domainLetter = 'a-z0-9\u00df-\u00f6\u00f8-\u00ff'
const domainLabel = `[${domainLetter}]([${domainLetter}-]{0,61}[${domainLetter}])?`
const emailAddress = new RegExp(`^${localPart}@(${domainLabel}\\.)+[a-z]{2,63}$`, 'i')

/** Pattern of an email link, as browsers copy it: `mailto:ana@empresa.co?subject=Hola`. */
const mailtoLink = /^<?mailto:\s*([^?>]*).*$/i

/** Parses an email address, with its domain in lower case. Suggests the address in `Ana <ana@empresa.co>`. */
export function parseEmail(value: unknown): ParseResult {
  if (typeof value !== 'string' || value.length > 400) return { error: 'email' }
  const text = normalizeLine(value).replace(mailtoLink, '$1')
  const at = text.lastIndexOf('@')
  if (text.length <= 254 && at <= 64 && emailAddress.test(text))
    return { value: text.slice(0, at) + text.slice(at).toLowerCase() }
  const inside = text.replace(/^[^<>]*<([^<>]*)>/, '$1').replace(/[\s;,.]+$/, '')
  const read = inside === text ? undefined : parseEmail(inside)
  return read && 'value' in read ? { error: 'email', suggestion: String(read.value) } : { error: 'email' }
}

const email: FieldTypeHandler = {
  createValidator: () => parseEmail,
  createParser: () => parseEmail,
}

function parsePhoneValue(value: unknown, context: ValidationContext): ParseResult {
  if (typeof value !== 'string') return { error: 'phone' }
  const text = normalizeLine(value)
  if (losesPrecisionInExcel(text)) return { error: 'precision' }
  const phone = parsePhone(text, context.country)
  return phone === null ? { error: 'phone' } : { value: phone }
}

const phone: FieldTypeHandler = {
  createValidator: (_field, context) => (value) => parsePhoneValue(value, context),
  createParser: (_field, context) => (text) => parsePhoneValue(text, context),
}

/** Handler of table fields; `validator.ts` validates their cells. Parsing always fails, because a text never contains a whole table. */
const table: FieldTypeHandler = {
  createValidator: () => () => ({ error: 'invalid' }),
  createParser: () => () => ({ error: 'invalid' }),
}

/** Handler of computed fields. Ignores submitted values, because browser and server compute the values from other fields. */
const computed: FieldTypeHandler = {
  createValidator: () => () => ({ value: null }),
  createParser: () => () => ({ value: null }),
}

export const fieldTypeHandlers: Readonly<Record<FieldType, FieldTypeHandler>> = {
  text: textHandler,
  longText: textHandler,
  integer: numberHandler,
  decimal: numberHandler,
  money: numberHandler,
  percent: numberHandler,
  date,
  boolean,
  choice: choiceHandler,
  choices: choicesHandler,
  idDocument: idDocumentHandler,
  email,
  phone,
  file: fileHandler,
  table,
  computed,
}
