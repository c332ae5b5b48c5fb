const numberFormatter = new Intl.NumberFormat('es-CO')

/** Formats a number: 1234 → «1.234». */
export const formatNumber = (count: number) => numberFormatter.format(count)

/** Formats a count with its noun: «1 solicitud», «1.234 solicitudes». */
export const formatCount = (count: number, one: string, many: string) =>
  `${numberFormatter.format(count)} ${count === 1 ? one : many}`

/** Formats a list of at most `limit` entries: «3, 14, 15 y 20 más». */
export function formatList(rows: readonly (number | string)[], limit = 8, count = rows.length): string {
  const shown = rows.slice(0, limit).join(', ')
  return count > limit ? `${shown} y ${formatNumber(count - limit)} más` : shown
}
