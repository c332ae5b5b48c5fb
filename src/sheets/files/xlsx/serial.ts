import { timeOnly } from '../sheet.ts'

/** A serial as days since 1970; null for what no calendar has, Excel's 29 February 1900 among it. */
export function daysOf(serial: number, base: 1900 | 1904): number | null {
  if (serial < 0 || serial >= 2_958_466) return null
  if (serial < 1) return timeOnly + serial
  if (base === 1904) return serial - 24_107
  if (serial >= 60 && serial < 61) return null
  return serial - (serial < 60 ? 25_568 : 25_569)
}
