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
