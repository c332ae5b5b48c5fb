import type { ExportedFormatVersion, ExportedRequest } from '../../domain/requests/request-export.ts'
import { byteOrderMark, formatCsvRows } from '../../domain/text/csv.ts'
import { createCommonColumns, type ExportColumn, ExportFieldColumns } from './export-columns.ts'
import { toCsvCell } from './output-cells.ts'
import type { OutputRow } from './sheet-xml.ts'
import { StreamingWorkbook } from './workbook-file.ts'

export interface ExportOptions {
  versions: readonly ExportedFormatVersion[]
  withReviewer: boolean
}

export interface ExportWriter {
  add(rows: readonly ExportedRequest[]): Promise<void>
  finish(): Promise<Blob>
}

/** Returns the newest version of each format. */
const listFormats = (versions: readonly ExportedFormatVersion[]) =>
  versions.filter(({ format }, index) => versions.findIndex((each) => each.format === format) === index)
const cells = (columns: readonly ExportColumn[], request: ExportedRequest): OutputRow =>
  columns.map(({ cell }) => cell(request))

/** Starts a CSV export. If all requests have the same format, includes its fields; otherwise only the common columns. */
export function createCsvExport({ versions, withReviewer }: ExportOptions): ExportWriter {
  const [only, ...others] = listFormats(versions)
  const fieldColumns = new ExportFieldColumns(versions)
  const fields = only && others.length === 0 ? fieldColumns.of(only.format) : []
  const columns = [...createCommonColumns(withReviewer, versions), ...fields.map((field) => fieldColumns.column(field))]
  const parts: BlobPart[] = [byteOrderMark, formatCsvRows([columns.map(({ out }) => out.header)])]
  return {
    async add(rows) {
      // Stores each chunk as a `Blob`, because the browser can move blobs out of memory.
      parts.push(new Blob([formatCsvRows(rows.map((request) => cells(columns, request).map(toCsvCell)))]))
    },
    finish: async () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  }
}

/** Starts an XLSX export, with a sheet for each format and for each table field. If there are several formats, adds a sheet of all requests. */
export function createXlsxExport({ versions, withReviewer }: ExportOptions): ExportWriter {
  const book = new StreamingWorkbook()
  const fieldColumns = new ExportFieldColumns(versions)
  const common = createCommonColumns(withReviewer, versions)
  const formats = listFormats(versions)
  const alone = formats.length === 1
  const all = alone ? [] : [sheetOf('Solicitudes', common, () => true)]
  const own = formats.flatMap(({ format, code, name }) => {
    const isOf = (request: ExportedRequest) => request.format === format
    const fields = fieldColumns.of(format)
    const columns = fields.filter(({ type }) => type !== 'table').map((field) => fieldColumns.column(field))
    return [
      sheetOf(alone ? 'Solicitudes' : `${code} ${name}`, [...common, ...columns], isOf),
      ...fields
        .filter(({ type }) => type === 'table')
        .map((table) => {
          const lines = fieldColumns.lines(table)
          const sheet = book.sheet(alone ? table.label : `${code} ${table.label}`, lines.columns)
          return (requests: readonly ExportedRequest[]) => sheet.add(requests.filter(isOf).flatMap(lines.rows))
        }),
    ]
  })

  function sheetOf(name: string, columns: ExportColumn[], isMeant: (request: ExportedRequest) => boolean) {
    const sheet = book.sheet(
      name,
      columns.map(({ out }) => out),
    )
    return (requests: readonly ExportedRequest[]) =>
      sheet.add(requests.filter(isMeant).map((request) => cells(columns, request)))
  }
  return {
    async add(requests) {
      for (const write of [...all, ...own]) await write(requests)
    },
    finish: () => book.finish(),
  }
}
