const written = new Intl.NumberFormat('es-CO')

/** Formats a number: 1234 → «1.234». */
export const numberOf = (count: number) => written.format(count)

/** Formats a count with its noun: «1 solicitud», «1.234 solicitudes». */
export const countOf = (count: number, one: string, many: string) =>
  `${written.format(count)} ${count === 1 ? one : many}`

/** Formats a list of at most `limit` entries: «3, 14, 15 y 20 más». */
export function listed(rows: readonly (number | string)[], limit = 8, count = rows.length): string {
  const shown = rows.slice(0, limit).join(', ')
  return count > limit ? `${shown} y ${numberOf(count - limit)} más` : shown
}
