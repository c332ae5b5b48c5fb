import type { ErrorCode } from '../errors.ts'
import type { ParseResult } from './field-type-handler.ts'
import type { IdDocumentKind } from './field-types.ts'

const digitsOf = (text: string): number[] => Array.from(text, Number)

const sumValues = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const weightedSum = (digits: number[], weights: readonly number[]): number =>
  sumValues(digits.map((digit, i) => digit * (weights[i] ?? 0)))

const nitWeights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** Computes the check digit of a NIT of up to 15 digits (Colombia, DIAN). */
export function computeNitCheckDigit(body: string): string {
  const rest = weightedSum(digitsOf(body).reverse(), nitWeights) % 11
  return String(rest > 1 ? 11 - rest : rest)
}

/** Computes the check digit of a RUT: `0` to `9` or `K` (Chile). */
function computeRutCheckDigit(body: string): string {
  const reversed = digitsOf(body).reverse()
  const rest = 11 - (sumValues(reversed.map((digit, i) => digit * (2 + (i % 6)))) % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

const taxWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Computes the check digit from the first ten digits of a CUIT (Argentina). Returns `null` if AFIP does not issue such a number. */
function computeCuitCheckDigit(body: string): string | null {
  const rest = 11 - (weightedSum(digitsOf(body), taxWeights) % 11)
  return rest === 10 ? null : String(rest % 11)
}

/** Computes the check digit from the first ten digits of a RUC (Peru). */
function computePeruvianRucCheckDigit(body: string): string {
  return String((11 - (weightedSum(digitsOf(body), taxWeights) % 11)) % 10)
}

/** Computes the check digit from the first nine digits of a cédula (Ecuador). */
function computeEcuadorianCheckDigit(body: string): string {
  const doubled = digitsOf(body).map((digit, i) => (i % 2 === 0 ? digit * 2 : digit))
  return String((10 - (sumValues(doubled.map((value) => (value > 9 ? value - 9 : value))) % 10)) % 10)
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Computes the check digit from the first 17 characters of a CURP (Mexico, RENAPO). */
function computeCurpCheckDigit(body: string): string {
  const total = sumValues(Array.from(body, (letter, i) => curpAlphabet.indexOf(letter) * (18 - i)))
  return String((10 - (total % 10)) % 10)
}

const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** Computes the check digit of an RFC from its first 11 (company) or 12 (person) characters (Mexico, SAT). */
function computeRfcCheckDigit(body: string): string {
  const total = sumValues(Array.from(body.padStart(12, ' '), (letter, i) => rfcAlphabet.indexOf(letter) * (13 - i)))
  const rest = total % 11
  return rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest)
}

/** Validator of a normalized identity number: upper case, no points or spaces, only plain hyphens. */
type IdValidator = (text: string, country: string) => ParseResult

const createError = (error: ErrorCode, suggestion?: string): ParseResult =>
  suggestion ? { error, suggestion } : { error }

const nonZeroDigits = /^0*[1-9]\d*$/

/** Validates a number of digits, not all zeros. If its length is fixed, suggests up to three leading zeros that spreadsheets remove. */
function validateDigits(text: string, minLength: number, maxLength: number): ParseResult {
  if (!nonZeroDigits.test(text)) return createError('invalid')
  if (text.length >= minLength && text.length <= maxLength) return { value: text }
  const padded = minLength === maxLength && text.length >= minLength - 3 && text.length < minLength
  return padded ? createError('length', text.padStart(minLength, '0')) : createError('length')
}

/** Validates the number of a foreigner's identity card or of a passport. */
function validateForeignId(text: string): ParseResult {
  if (!/^[A-Z0-9]+$/.test(text)) return createError('invalid')
  return text.length < 5 || text.length > 15 ? createError('length') : { value: text }
}

/** Validates a number of fixed length whose last digit is a check digit. */
function validateCheckDigit(text: string, length: number, digitOf: (body: string) => string | null): ParseResult {
  const read = validateDigits(text, length, length)
  return 'value' in read && digitOf(text.slice(0, -1)) !== text.slice(-1) ? createError('checkDigit') : read
}

function validateCitizenId(text: string, country: string): ParseResult {
  return country === 'EC'
    ? validateCheckDigit(text, 10, (body) => (isProvince(body) ? computeEcuadorianCheckDigit(body) : null))
    : validateDigits(text, 3, 10)
}

const isProvince = (text: string) => /^(0[1-9]|1\d|2[0-4]|30)/.test(text)

/** Validates a NIT, canonically `900123456-8`. Nine digits from 8 or 9 (a company) lack the check digit. */
function validateNit(text: string): ParseResult {
  const [, body = '', digit = ''] = /^(\d{4,14})-(\d)$/.exec(text) ?? []
  if (digit !== '') {
    const right = `${body}-${computeNitCheckDigit(body)}`
    return right === `${body}-${digit}` ? { value: right } : createError('checkDigit', right)
  }
  if (!nonZeroDigits.test(text)) return createError('invalid')
  if (text.length < 6 || text.length > 15) return createError('length')
  const without = text.slice(0, -1)
  const company = /^[89]\d{8}$/
  if (computeNitCheckDigit(without) === text.slice(-1)) {
    const value = `${without}-${text.slice(-1)}`
    return company.test(text) ? { value, warning: 'checkDigit' } : { value }
  }
  const complete = company.test(without) ? without : text
  return createError('checkDigit', `${complete}-${computeNitCheckDigit(complete)}`)
}

function validateRut(text: string): ParseResult {
  const [, body = '', digit = ''] = /^0*(\d{6,8})-?([\dK])$/.exec(text) ?? []
  if (digit === '') return createError(/^[\dK-]+$/.test(text) ? 'length' : 'invalid')
  const right = `${body}-${computeRutCheckDigit(body)}`
  return right.endsWith(`-${digit}`) ? { value: right } : createError('checkDigit', right)
}

function validateRuc(text: string, country: string): ParseResult {
  const compact = text.replace(/-/g, '')
  const peruvian = country === 'PE' || (country !== 'EC' && compact.length <= 11)
  return peruvian ? validateCheckDigit(compact, 11, computePeruvianRucCheckDigit) : validateEcuadorianRuc(compact)
}

/** Validates an Ecuadorian RUC. Checks only a person's, because the SRI issues company numbers without check digit since 2022. */
function validateEcuadorianRuc(text: string): ParseResult {
  const read = validateDigits(text, 13, 13)
  if (!('value' in read)) return read
  if (!isProvince(text) || text.endsWith('000')) return createError('invalid')
  const user = Number(text[2]) < 6
  return user && computeEcuadorianCheckDigit(text.slice(0, 9)) !== text[9] ? createError('checkDigit') : read
}

const monthAndDay = '\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])'
const states = 'AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE'
const curpShape = new RegExp(`^[A-Z][AEIOUX][A-Z]{2}${monthAndDay}[HMX](${states})[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d$`)
const rfcShape = new RegExp(`^[A-ZÑ&]{3,4}${monthAndDay}[A-Z\\d]{2}[\\dA]$`)
/** Generic RFCs of the SAT for the general public and for foreigners. They have no valid check digit. */
const genericRfc = new Set(['XAXX010101000', 'XEXX010101000'])

function validateMexicanId(
  text: string,
  pattern: RegExp,
  minLength: number,
  maxLength: number,
  digitOf: (body: string) => string,
): ParseResult {
  const compact = text.replace(/-/g, '')
  if (compact.length < minLength || compact.length > maxLength) return createError('length')
  if (!pattern.test(compact)) return createError('invalid')
  return genericRfc.has(compact) || digitOf(compact.slice(0, -1)) === compact.slice(-1)
    ? { value: compact }
    : createError('checkDigit')
}

export const idValidators = {
  CC: validateCitizenId,
  TI: (text) => validateDigits(text, 10, 11),
  CE: validateForeignId,
  PA: validateForeignId,
  DNI: (text, country) => (country === 'AR' ? validateDigits(text, 7, 8) : validateDigits(text, 8, 8)),
  NIT: validateNit,
  RUT: validateRut,
  CUIT: (text) => validateCheckDigit(text.replace(/-/g, ''), 11, computeCuitCheckDigit),
  RUC: validateRuc,
  RFC: (text) => validateMexicanId(text, rfcShape, 12, 13, computeRfcCheckDigit),
  CURP: (text) => validateMexicanId(text, curpShape, 18, 18, computeCurpCheckDigit),
} as const satisfies Record<IdDocumentKind, IdValidator>
