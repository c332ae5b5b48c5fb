import { numberOf } from '../../lib/count.ts'

/** «3, 14, 15 y 20 más» */
export function list(rows: readonly (number | string)[], most = 8, count = rows.length): string {
  const shown = rows.slice(0, most).join(', ')
  return count > most ? `${shown} y ${numberOf(count - most)} más` : shown
}
