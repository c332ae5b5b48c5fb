import type { ErrorCode } from '../errors.ts'
import type { IdKind } from './field-types.ts'
import type { Reading } from './kind.ts'

const digitsOf = (text: string): number[] => Array.from(text, Number)

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const weighted = (digits: number[], weights: readonly number[]): number =>
  sum(digits.map((digit, i) => digit * (weights[i] ?? 0)))

const nitWeights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** Computes the check digit of a NIT of up to 15 digits (Colombia, DIAN). */
export function nitDigit(body: string): string {
  const rest = weighted(digitsOf(body).reverse(), nitWeights) % 11
  return String(rest > 1 ? 11 - rest : rest)
}

/** Computes the check digit of a RUT: `0` to `9` or `K` (Chile). */
function rutDigit(body: string): string {
  const digits = digitsOf(body).reverse()
  const rest = 11 - (sum(digits.map((digit, i) => digit * (2 + (i % 6)))) % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

const taxWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/**
 * Computes the check digit from the first ten digits of a CUIT (Argentina). Returns `null` if AFIP does not issue the
 * number.
 */
function cuitDigit(body: string): string | null {
  const rest = 11 - (weighted(digitsOf(body), taxWeights) % 11)
  return rest === 10 ? null : String(rest % 11)
}

/** Computes the check digit from the first ten digits of a RUC (Peru). */
function peruvianRucDigit(body: string): string {
  return String((11 - (weighted(digitsOf(body), taxWeights) % 11)) % 10)
}

/** Computes the check digit from the first nine digits of a cédula (Ecuador). */
function ecuadorianDigit(body: string): string {
  const doubled = digitsOf(body).map((digit, i) => (i % 2 === 0 ? digit * 2 : digit))
  return String((10 - (sum(doubled.map((value) => (value > 9 ? value - 9 : value))) % 10)) % 10)
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Computes the check digit from the first 17 characters of a CURP (Mexico, RENAPO). */
function curpDigit(body: string): string {
  const total = sum(Array.from(body, (letter, i) => curpAlphabet.indexOf(letter) * (18 - i)))
  return String((10 - (total % 10)) % 10)
}

const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** Computes the check digit of an RFC from its first 11 (company) or 12 (person) characters (Mexico, SAT). */
function rfcDigit(body: string): string {
  const total = sum(Array.from(body.padStart(12, ' '), (letter, i) => rfcAlphabet.indexOf(letter) * (13 - i)))
  const rest = total % 11
  return rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest)
}

/** Validator of a normalized document: capitals, no points or spaces, plain hyphens. */
type Shape = (text: string, country: string) => Reading

const refuse = (error: ErrorCode, suggestion?: string): Reading => (suggestion ? { error, suggestion } : { error })

/**
 * Validates a number of `least` to `most` digits, not all zeros. If the length is fixed, suggests up to three leading
 * zeros, which spreadsheets remove.
 */
function digits(text: string, least: number, most: number): Reading {
  if (!/^0*[1-9]\d*$/.test(text)) return refuse('invalid')
  if (text.length >= least && text.length <= most) return { value: text }
  const padded = least === most && text.length >= least - 3 && text.length < least
  return padded ? refuse('length', text.padStart(least, '0')) : refuse('length')
}

function lettersOrDigits(text: string, least: number, most: number): Reading {
  if (!/^[A-Z0-9]+$/.test(text)) return refuse('invalid')
  return text.length < least || text.length > most ? refuse('length') : { value: text }
}

/** Validates a number of fixed length whose last digit is a check digit. */
function withDigit(text: string, length: number, digitOf: (body: string) => string | null): Reading {
  const read = digits(text, length, length)
  return 'value' in read && digitOf(text.slice(0, -1)) !== text.slice(-1) ? refuse('checkDigit') : read
}

function citizen(text: string, country: string): Reading {
  return country === 'EC'
    ? withDigit(text, 10, (body) => (isProvince(body) ? ecuadorianDigit(body) : null))
    : digits(text, 3, 10)
}

const isProvince = (text: string) => /^(0[1-9]|1\d|2[0-4]|30)/.test(text)

/**
 * Validates a NIT; canonical form: `900123456-8`. Nine digits of a company (first digit 8 or 9) without a hyphen
 * probably lack the check digit.
 */
function nit(text: string): Reading {
  const [, body = '', digit = ''] = /^(\d{4,14})-(\d)$/.exec(text) ?? []
  if (digit !== '') {
    const right = `${body}-${nitDigit(body)}`
    return right === `${body}-${digit}` ? { value: right } : refuse('checkDigit', right)
  }
  if (!/^0*[1-9]\d*$/.test(text)) return refuse('invalid')
  if (text.length < 6 || text.length > 15) return refuse('length')
  const without = text.slice(0, -1)
  const company = /^[89]\d{8}$/
  if (nitDigit(without) === text.slice(-1)) {
    const value = `${without}-${text.slice(-1)}`
    return company.test(text) ? { value, warning: 'checkDigit' } : { value }
  }
  const complete = company.test(without) ? without : text
  return refuse('checkDigit', `${complete}-${nitDigit(complete)}`)
}

function rut(text: string): Reading {
  const [, body = '', digit = ''] = /^0*(\d{6,8})-?([\dK])$/.exec(text) ?? []
  if (digit === '') return refuse(/^[\dK-]+$/.test(text) ? 'length' : 'invalid')
  const right = `${body}-${rutDigit(body)}`
  return right.endsWith(`-${digit}`) ? { value: right } : refuse('checkDigit', right)
}

function ruc(text: string, country: string): Reading {
  const compact = text.replace(/-/g, '')
  const peruvian = country === 'PE' || (country !== 'EC' && compact.length <= 11)
  return peruvian ? withDigit(compact, 11, peruvianRucDigit) : ecuadorianRuc(compact)
}

/**
 * Validates an Ecuadorian RUC. A person's RUC is the cédula plus an establishment number. Since 2022 the SRI issues
 * companies numbers without a check digit.
 */
function ecuadorianRuc(text: string): Reading {
  const read = digits(text, 13, 13)
  if (!('value' in read)) return read
  if (!isProvince(text) || text.endsWith('000')) return refuse('invalid')
  const person = Number(text[2]) < 6
  return person && ecuadorianDigit(text.slice(0, 9)) !== text[9] ? refuse('checkDigit') : read
}

const monthAndDay = '\\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])'
const states = 'AS|BC|BS|CC|CL|CM|CS|CH|DF|DG|GT|GR|HG|JC|MC|MN|MS|NT|NL|OC|PL|QT|QR|SP|SL|SR|TC|TS|TL|VZ|YN|ZS|NE'
const curpShape = new RegExp(`^[A-Z][AEIOUX][A-Z]{2}${monthAndDay}[HMX](${states})[B-DF-HJ-NP-TV-Z]{3}[A-Z\\d]\\d$`)
const rfcShape = new RegExp(`^[A-ZÑ&]{3,4}${monthAndDay}[A-Z\\d]{2}[\\dA]$`)
/** Generic RFCs of the SAT for the general public and for foreigners, exempt from the check digit. */
const genericRfc = new Set(['XAXX010101000', 'XEXX010101000'])

function mexican(text: string, shape: RegExp, least: number, most: number, digitOf: (body: string) => string): Reading {
  const compact = text.replace(/-/g, '')
  if (compact.length < least || compact.length > most) return refuse('length')
  if (!shape.test(compact)) return refuse('invalid')
  return genericRfc.has(compact) || digitOf(compact.slice(0, -1)) === compact.slice(-1)
    ? { value: compact }
    : refuse('checkDigit')
}

export const idShapes = {
  CC: citizen,
  TI: (text) => digits(text, 10, 11),
  CE: (text) => lettersOrDigits(text, 5, 15),
  PA: (text) => lettersOrDigits(text, 5, 15),
  DNI: (text, country) => (country === 'AR' ? digits(text, 7, 8) : digits(text, 8, 8)),
  NIT: nit,
  RUT: rut,
  CUIT: (text) => withDigit(text.replace(/-/g, ''), 11, cuitDigit),
  RUC: ruc,
  RFC: (text) => mexican(text, rfcShape, 12, 13, rfcDigit),
  CURP: (text) => mexican(text, curpShape, 18, 18, curpDigit),
} as const satisfies Record<IdKind, Shape>
