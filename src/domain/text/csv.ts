/** Cell of a CSV file. `number`: digits with a decimal point, written with a decimal comma and without rounding; `sign`: suffix. */
export type CsvCell = string | number | boolean | null | undefined | { number: string; sign?: '%' }

/**
 * Start of a text that spreadsheets run as a formula, also with the wide signs of East Asian keyboards. Such a text gets a leading apostrophe, which
 * the import removes.
 */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/

/**
 * Start of a formula after a comma or line break inside a text. In Mexico, commas separate cells, and Excel starts a
 * new cell there despite the quotes. A zero-width space is inserted, not an apostrophe, because texts may contain
 * apostrophes. The import removes it.
 */
const formulaInside = /([,\n\r])([=+\-@\t＝＋－＠])/g

/** Texts that spreadsheets alter: leading zeros, over 15 digits, and digits that look like a date or a power of ten. */
const alteredBySpreadsheets = /^(0\d+|\d{16,}([.,]\d+)?|\d{1,4}[-/.]\d{1,4}([-/.]\d{1,4})?|\d+[.,]?\d*e[+-]?\d+)$/i

/** Adds an apostrophe if a spreadsheet would alter the text: `007` → `'007`. */
export const addFormulaProtection = (text: string) => (alteredBySpreadsheets.test(text) ? `'${text}` : text)

/** Removes the apostrophe that exported CSV files add: `'007` → `007`. */
export function removeFormulaProtection(text: string): string {
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

/** Formats rows as CSV with `;` and CRLF, which Excel in Spanish opens correctly. The caller writes `byteOrderMark` before the first rows. */
export function formatCsvRows(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('')
}

/** Byte order mark. Excel detects UTF-8 by it. */
export const byteOrderMark = '\uFEFF'
