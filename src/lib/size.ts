const written = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 1 })
const units = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** «18,8 MB» */
export function sizeOf(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return `${written.format(bytes / 1000 ** step)} ${units[step]}`
}
