/** `number` is a canonical decimal, written exactly, with a decimal comma. */
export type CsvCell = string | number | boolean | null | undefined | { number: string; sign?: '%' }

/** What a spreadsheet would run as a formula; a leading apostrophe makes it text, and our own import takes it off again. */
const formulaStart = /^[=+\-@\t\r]/

/**
 * The same behind a comma or a line break: where commas part cells, as in Mexico, a quote inside of one of our lines holds nothing together, and a cell
 * begins there. What nobody sees makes it text, and `tidy` takes that off again; an apostrophe there may be the text's own.
 */
const formulaInside = /([,\n\r])([=+\-@\t])/g

/** Digits of which a spreadsheet would lose zeros or the last ones, and what it would take for a day or for a power of ten. */
const spoiled = /^(0\d+|\d{16,}([.,]\d+)?|\d{1,4}[-/.]\d{1,4}([-/.]\d{1,4})?|\d+[.,]?\d*e[+-]?\d+)$/i

/** A text that has to stay as it is, with the apostrophe that keeps it so where it needs one. */
export const keptText = (text: string) => (spoiled.test(text) ? `'${text}` : text)

/** A text without the apostrophe that our own csv files put before it. */
export function unguarded(text: string): string {
  const bare = text.slice(1)
  return text.startsWith("'") && (formulaStart.test(bare) || spoiled.test(bare)) ? bare : text
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

/** Lines for the csv that Excel in Spanish opens right: `;` and CRLF. Put `csvMark` before the first ones. */
export function csvLines(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(';')}\r\n`).join('')
}

/** The byte order mark by which Excel knows UTF-8. */
export const csvMark = '\uFEFF'
