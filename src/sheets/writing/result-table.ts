import { byteOrderMark, formatCsvRows } from '../../domain/text/csv.ts'
import type { OutputColumn } from './sheet-xml.ts'
import { buildWorkbook } from './workbook-file.ts'

/** File type of an export. CSV uses the dialect of Excel in Spanish: BOM, semicolons, CRLF. */
export type ExportFileType = 'xlsx' | 'csv'

/** Table of results: columns of the original file, then number and status of each row's request. */
export interface ResultTable {
  headers: readonly string[]
  rows: Iterable<readonly string[]>
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Writes a table as XLSX or CSV; `name` is the sheet name. */
export async function writeResultTable(kind: ExportFileType, name: string, results: ResultTable): Promise<Blob> {
  return kind === 'xlsx'
    ? new Blob([await buildResultWorkbook(name, results)], { type: xlsxType })
    : new Blob([formatResultCsv(results)], { type: 'text/csv;charset=utf-8' })
}

/** Writes an XLSX file with text cells only, so that texts are never read as numbers or formulas. */
export function buildResultWorkbook(name: string, { headers, rows }: ResultTable) {
  const columns = headers.map(
    (header): OutputColumn => ({ header, width: Math.min(40, header.length + 6), look: 'text' }),
  )
  return buildWorkbook([{ name, columns, rows }])
}

/** Writes a CSV for Excel in Spanish: BOM, semicolons, CRLF. */
export function formatResultCsv({ headers, rows }: ResultTable): string {
  return byteOrderMark + formatCsvRows([headers, ...rows])
}
