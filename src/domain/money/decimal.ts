import { defaultNotation, type Notation } from './notation.ts'

/** Exact decimal number: `units` divided by 10 to the power of `scale`. Used for money and quantities instead of floating point numbers. */
export interface Decimal {
  units: bigint
  scale: number
}

const canonical = /^-?(0|[1-9]\d*)(\.\d+)?$/

/** Parses canonical text (`-1234.50`); returns `null` for other texts. */
export function parseDecimal(text: string): Decimal | null {
  if (text.length > 40 || !canonical.test(text)) return null
  const point = text.indexOf('.')
  if (point < 0) return { units: BigInt(text), scale: 0 }
  return { units: BigInt(text.slice(0, point) + text.slice(point + 1)), scale: text.length - point - 1 }
}

const powers = Array.from({ length: 25 }, (_, exponent) => 10n ** BigInt(exponent))

const powerOfTen = (exponent: number): bigint => powers[exponent] ?? 10n ** BigInt(exponent)

const unitsAtScale = (a: Decimal, scale: number): bigint =>
  scale === a.scale ? a.units : a.units * powerOfTen(scale - a.scale)

/** Adds exactly. The result has the larger scale of the two numbers. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale)
  return { units: unitsAtScale(a, scale) + unitsAtScale(b, scale), scale }
}

export const negateDecimal = (a: Decimal): Decimal => ({ units: -a.units, scale: a.scale })

/** Multiplies exactly. The scale of the result is the sum of both scales. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  scale: a.scale + b.scale,
})

const maxUnits = powerOfTen(30)

/**
 * Bounds a result to 30 digits, so that a long calculation stays fast. A longer one is rounded to twelve decimals, and is `null` if it is still longer.
 */
export function limitDigits(a: Decimal | null): Decimal | null {
  const isShort = ({ units }: Decimal) => units < maxUnits && units > -maxUnits
  if (a === null || isShort(a)) return a
  const rounded = roundDecimal(a, Math.min(a.scale, 12))
  return isShort(rounded) ? rounded : null
}

/** Divides to twelve decimals and rounds the last decimal. Returns `null` if the divisor is 0. */
export function divideDecimals(a: Decimal, b: Decimal): Decimal | null {
  if (b.units === 0n) return null
  const sign = b.units < 0n ? -1n : 1n
  return {
    units: divideRoundingHalf(a.units * powerOfTen(12 + b.scale) * sign, b.units * sign * powerOfTen(a.scale)),
    scale: 12,
  }
}

/** Divides and rounds to the nearest integer; halves are rounded away from zero. The divisor must be positive. */
function divideRoundingHalf(dividend: bigint, divisor: bigint): bigint {
  const sign = dividend < 0n ? -1n : 1n
  return (sign * (2n * dividend * sign + divisor)) / (2n * divisor)
}

/** Rounds to `scale` decimals; halves are rounded away from zero. Pads with zeros if the number has fewer decimals. */
export function roundDecimal(a: Decimal, scale: number): Decimal {
  if (a.scale === scale) return a
  if (a.scale <= scale) return { units: unitsAtScale(a, scale), scale }
  return { units: divideRoundingHalf(a.units, powerOfTen(a.scale - scale)), scale }
}

/** Compares two numbers for sorting: -1, 0 or 1. `1.0` and `1` are equal. */
export function compareDecimals(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale)
  const difference = unitsAtScale(a, scale) - unitsAtScale(b, scale)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** Formats a number as canonical text with all decimals of its scale: `1234.50`. */
export function toDecimalString({ units, scale }: Decimal): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Formats a number as canonical text without trailing zeros: `1234.5`. */
export function toShortDecimalString(a: Decimal): string {
  const text = toDecimalString(a)
  const short = text.includes('.') ? text.replace(/\.?0+$/, '') : text
  return short === '-0' ? '0' : short
}

/** Formats canonical text for display: `1234567.5` → `1.234.567,5`. */
export function formatDecimal(text: string, { decimal, thousands }: Notation = defaultNotation): string {
  const [whole = '', decimals] = text.split('.')
  // Groups without a regular expression, because a lookahead is slow in the server's VM.
  let grouped = whole.slice(-3)
  for (let end = whole.length - 3; end > 0; end -= 3) {
    const group = whole.slice(Math.max(end - 3, 0), end)
    grouped = group + (group === '-' ? '' : thousands) + grouped
  }
  return decimals === undefined ? grouped : grouped + decimal + decimals
}
