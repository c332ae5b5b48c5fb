/** «3, 14, 15 y 20 más» */
export function list(rows: readonly number[], most = 8): string {
  const shown = rows.slice(0, most).join(', ')
  return rows.length > most ? `${shown} y ${rows.length - most} más` : shown
}
