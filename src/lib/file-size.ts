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
