import { readXlsx, writeXlsx } from 'hucre/xlsx'

/** Returns an error workbook with corrected cells; `correct` returns the new text of a cell. */
export async function correctWorkbook(
  workbook: Uint8Array,
  correct: (header: string, text: string) => string,
): Promise<{ bytes: Uint8Array; rows: number }> {
  const [sheet] = (await readXlsx(workbook)).sheets
  const [headers = [], ...rows] = sheet?.rows ?? []
  const mended = rows.map((row) => row.map((cell, index) => textIn(cell, String(headers[index]), correct)))
  const bytes = await writeXlsx({ sheets: [{ name: 'Errores', rows: [headers, ...mended] }] })
  return { bytes: new Uint8Array(bytes), rows: rows.length }
}

function textIn(cell: unknown, header: string, correct: (header: string, text: string) => string) {
  return typeof cell === 'number' ? cell : correct(header, String(cell ?? ''))
}
