import { formatDecimal, parseDecimal, roundDecimal, toDecimalString } from '../../domain/money/decimal.ts'
import { formatExactDecimal } from './exact-decimal.ts'

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
