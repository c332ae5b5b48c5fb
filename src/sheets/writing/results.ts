import { csvLines, csvMark } from '../../domain/text/csv.ts'
import type { ColumnOut } from './sheet-xml.ts'
import { workbook } from './workbook.ts'

/** What became of a file: its own columns as they were, then the number of each row's request and its status. */
export interface Results {
  headers: readonly string[]
  rows: Iterable<readonly string[]>
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A table as a file; `name` is that of the workbook's sheet. */
export async function resultsFile(kind: 'xlsx' | 'csv', name: string, results: Results): Promise<Blob> {
  return kind === 'xlsx'
    ? new Blob([await resultsWorkbook(name, results)], { type: xlsxType })
    : new Blob([resultsCsv(results)], { type: 'text/csv;charset=utf-8' })
}

/** All cells are texts: nothing in them is read as a number or run as a formula. */
export function resultsWorkbook(name: string, { headers, rows }: Results) {
  const columns = headers.map((header): ColumnOut => ({ header, width: Math.min(40, header.length + 6), look: 'text' }))
  return workbook([{ name, columns, rows }])
}

/** With BOM, semicolons and CRLF, as Excel in Spanish opens it. */
export function resultsCsv({ headers, rows }: Results): string {
  return csvMark + csvLines([headers, ...rows])
}
