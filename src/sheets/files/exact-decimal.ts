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
