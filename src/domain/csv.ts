export type CsvCell = string | number | boolean | null | undefined

/** What a spreadsheet would run as a formula; a leading apostrophe makes it text, and our own import takes it off again. */
const formulaStart = /^[=+\-@\t\r]/

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const safe = formulaStart.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Lines for the csv that Excel in Spanish opens right: `;` and CRLF. Put `csvMark` before the first ones. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('')
}

/** The byte order mark by which Excel knows UTF-8. */
export const csvMark = '\uFEFF'
