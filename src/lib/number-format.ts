let numberFormatter: Intl.NumberFormat | undefined

/** Formats a number: 1234 → «1.234». Whole numbers need no `Intl`, because loading its data would delay the first content of a page. */
export function formatNumber(count: number): string {
  if (Number.isSafeInteger(count)) return String(count).replace(/\B(?=(\d{3})+$)/g, '.')
  numberFormatter ??= new Intl.NumberFormat('es-CO')
  return numberFormatter.format(count)
}

/** Formats a count with its noun: «1 solicitud», «1.234 solicitudes». */
export const formatCount = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Formats a list of at most `limit` entries: «3, 14, 15 y 20 más». */
export function formatList(rows: readonly (number | string)[], limit = 8, count = rows.length): string {
  const shown = rows.slice(0, limit).join(', ')
  return count > limit ? `${shown} y ${formatNumber(count - limit)} más` : shown
}

/** Formats hexadecimal digits in groups of four: `a1b2c3d4` → `A1B2 C3D4`. */
export const formatHex = (digits: string): string => digits.toUpperCase().replace(/.{4}(?=.)/g, '$& ')

/** Created on first use, because loading its data would delay the first content of a page. */
let sizeFormatter: Intl.NumberFormat | undefined
const units = ['kB', 'MB', 'GB', 'TB']

/** Formats a size in bytes in units of 1,024: «18,8 MB». */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  const step = Math.min(units.length, Math.max(1, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  sizeFormatter ??= new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })
  return `${sizeFormatter.format(bytes / 1024 ** step)} ${units[step - 1]}`
}
