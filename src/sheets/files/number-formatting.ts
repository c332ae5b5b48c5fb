import { formatDecimal, parseDecimal, roundDecimal, toDecimalString } from '../../domain/money/decimal.ts'

const token = /"([^"]*)"|\\(.)|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]|_.|\*.|([#0?.,]+)|(.)/gs
const section = /(?:"[^"]*"|\\.|\[[^\]]*\]|[^;"\\[])+|(?<=;)(?=;|$)/gs

/** Formats a number as its Excel format displays it. Returns undefined for fractions, exponents and scaling by thousands. */
export function formatExcelNumber(code: string, value: number): string | undefined {
  if (/\[[<>=]/.test(code)) return undefined
  const [positive = '', negative, zero] = code.match(section) ?? []
  if (value === 0 && zero !== undefined) return shownBy(zero, value)
  if (value >= 0) return shownBy(positive, value)
  if (negative !== undefined) return shownBy(negative, -value)
  const shown = shownBy(positive, -value)
  return shown && `-${shown}`
}

function shownBy(code: string, value: number): string | undefined {
  const parts: string[] = []
  let digits: string | undefined
  for (const [, quoted, escaped, symbol, places, other] of code.matchAll(token)) {
    if (places !== undefined) {
      if (digits !== undefined) return undefined
      digits = places
      parts.push('\n')
    } else if (other !== undefined && /[\p{L}@/]/u.test(other)) return undefined
    else parts.push(quoted ?? escaped ?? symbol ?? other ?? ' ')
  }
  const number = digits === undefined ? '' : written(digits, code.includes('%') ? value * 100 : value)
  if (number === undefined) return undefined
  return parts
    .join('')
    .replace('\n', number)
    .replace(/[\s\u00a0]+/g, ' ')
    .trim()
}

/** Formats digits by a pattern such as `#,##0.00`: integer digits, thousands separators and decimals. */
function written(places: string, value: number): string | undefined {
  if (places.endsWith(',') || places.split('.').length > 2) return undefined
  const [whole = '', part = ''] = places.split('.')
  const amount = parseDecimal(formatExactDecimal(value))
  if (amount === null) return undefined
  const [int = '', decimals = ''] = toDecimalString(roundDecimal(amount, part.length)).split('.')
  const least = part.lastIndexOf('0') + 1
  const shownDecimals = decimals.slice(0, Math.max(least, decimals.replace(/0+$/, '').length))
  const zeros = whole.replace(/[^0]/g, '').length
  const full = zeros === 0 && int === '0' ? '' : int.padStart(zeros, '0')
  return (whole.includes(',') ? formatDecimal(full) : full) + (shownDecimals === '' ? '' : `,${shownDecimals}`)
}

/** Number format of a workbook, reduced to the properties that affect how cells are read. */
export interface NumberFormat {
  code: string
  kind: 'date' | 'percent' | 'zeros' | 'other'
  /** Width of a zero-padded format such as `0000000000`; otherwise 0. */
  zeros: number
}

const builtin: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  47: 'mm:ss.0',
}

/** Returns the code of a built-in format, because files contain only its number. East Asian date formats count as dates. */
export function getBuiltinFormatCode(id: number): string {
  if ((id >= 27 && id <= 36) || (id >= 50 && id <= 58)) return 'dd/mm/yyyy'
  return builtin[id] ?? 'General'
}

export function parseNumberFormat(code: string): NumberFormat {
  const bare = withoutDecoration(getPositiveSection(code))
  if (/^0{2,}$/.test(bare)) return { code, kind: 'zeros', zeros: bare.length }
  if (bare.includes('%')) return { code, kind: 'percent', zeros: 0 }
  const isDate = /[dmyhs]/i.test(bare.replace(/general/i, '')) && !/\[(h+|m+|s+)\]/i.test(code)
  return { code, kind: isDate ? 'date' : 'other', zeros: 0 }
}

/** Returns the first section of a format code, which applies to positive numbers. Codes have up to four sections. */
export function getPositiveSection(code: string): string {
  return /^(?:"[^"]*"|\\.|[^;])*/.exec(code)?.[0] ?? ''
}

/** Removes colours, locales, conditions, quoted text, escapes and spacing from a format section. */
function withoutDecoration(section: string): string {
  return section.replace(/\[[^\]]*\]|"[^"]*"|\\.|[_*]./g, '').trim()
}

/** Formats a number with the 15 significant digits that Excel stores, without exponent. Example: 1e-7 → `0.0000001`. */
export function formatExactDecimal(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e15) return String(value === 0 ? 0 : value)
  const short = String(value)
  if (short.length <= 16 && !short.includes('e')) return short
  const [mantissa = '0', exponent = '0'] = value.toExponential(14).split('e')
  const negative = mantissa.startsWith('-')
  const digits = mantissa.replace(/[-.]/g, '').replace(/0+$/, '')
  const point = Number(exponent) + 1
  return (negative ? '-' : '') + withPoint(digits || '0', point)
}

function withPoint(digits: string, point: number): string {
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return digits.padEnd(point, '0')
  return `${digits.slice(0, point)}.${digits.slice(point)}`
}
