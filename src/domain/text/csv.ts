/** Cell of a CSV file. `number` is a canonical decimal, written exactly with a decimal comma. */
export type CsvCell = string | number | boolean | null | undefined | { number: string; sign?: '%' }

/**
 * Start of a text that spreadsheets run as a formula. A leading apostrophe marks it as text; our own import removes
 * the apostrophe.
 */
const formulaStart = /^[=+\-@\t\r]/

/**
 * Formula start after a comma or line break. In countries where commas separate cells (Mexico), a new cell begins
 * there despite our quotes. A zero-width space marks it as text, and `tidy` removes the space on import. An
 * apostrophe there might belong to the text itself.
 */
const formulaInside = /([,\n\r])([=+\-@\t])/g

/** Texts that a spreadsheet alters: leading zeros, over 15 digits, and digits like a date or a power of ten. */
const alteredBySpreadsheets = /^(0\d+|\d{16,}([.,]\d+)?|\d{1,4}[-/.]\d{1,4}([-/.]\d{1,4})?|\d+[.,]?\d*e[+-]?\d+)$/i

/** Adds a protecting apostrophe if a spreadsheet would alter the text: `007` → `'007`. */
export const protectCellText = (text: string) => (alteredBySpreadsheets.test(text) ? `'${text}` : text)

/** Removes the apostrophe that our own CSV files add: `'007` → `007`. */
export function unprotectCellText(text: string): string {
  const bare = text.slice(1)
  return text.startsWith("'") && (formulaStart.test(bare) || alteredBySpreadsheets.test(bare)) ? bare : text
}

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No'
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  if (typeof cell === 'object') return cell.number.replace('.', ',') + (cell.sign ?? '')
  const inside = cell.replace(formulaInside, '$1\u200b$2')
  const safe = formulaStart.test(inside) ? `'${inside}` : inside
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Formats rows as CSV with `;` and CRLF, which the Spanish Excel opens correctly. Write `byteOrderMark` before the first
 * rows.
 */
export function formatCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('')
}

/** Byte order mark, by which Excel detects UTF-8. */
export const byteOrderMark = '\uFEFF'
