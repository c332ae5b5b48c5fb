import { byteOrderMark, formatCsvRows } from '../../domain/text/csv.ts'
import type { ColumnOut } from './sheet-xml.ts'
import { workbook } from './workbook.ts'

/** Table of results: columns of the original file, then number and status of each row's request. */
export interface Results {
  headers: readonly string[]
  rows: Iterable<readonly string[]>
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes a table as XLSX or CSV; `name` is the sheet name. */
export async function resultsFile(kind: 'xlsx' | 'csv', name: string, results: Results): Promise<Blob> {
  return kind === 'xlsx'
    ? new Blob([await resultsWorkbook(name, results)], { type: xlsxType })
    : new Blob([resultsCsv(results)], { type: 'text/csv;charset=utf-8' })
}

/** Writes an XLSX file with text cells only, so that texts are never read as numbers or formulas. */
export function resultsWorkbook(name: string, { headers, rows }: Results) {
  const columns = headers.map((header): ColumnOut => ({ header, width: Math.min(40, header.length + 6), look: 'text' }))
  return workbook([{ name, columns, rows }])
}

/** Writes a CSV for Excel in Spanish: BOM, semicolons, CRLF. */
export function resultsCsv({ headers, rows }: Results): string {
  return byteOrderMark + formatCsvRows([headers, ...rows])
}
