import type { ExportedRequest } from '../../domain/requests/request-export.ts'
import { createCsvExport, createXlsxExport, type ExportOptions, type ExportWriter } from '../writing/export-writer.ts'
import type { ExportFileType } from '../writing/result-table.ts'
import { serveCalls } from './worker-calls.ts'

let file: ExportWriter

const calls = {
  begin(kind: ExportFileType, options: ExportOptions): void {
    file = kind === 'xlsx' ? createXlsxExport(options) : createCsvExport(options)
  },
  add: (rows: readonly ExportedRequest[]) => file.add(rows),
  finish: () => file.finish(),
}
export type ExportCalls = typeof calls

serveCalls(() => calls)
