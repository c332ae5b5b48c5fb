import type { Field } from '../../domain/fields/field.ts'
import type { WorkbookOrigin } from '../files/row-stamp.ts'
import type { RowRequestResults } from '../validation/output-rows.ts'
import type { SheetSession } from './sheet-session.ts'

/** File type of an export. CSV uses the dialect of Excel in Spanish: BOM, semicolons, CRLF. */
export type ExportFileType = 'xlsx' | 'csv'

/** Writes files from the rows in the worker. Loads the writing code on first use. */
export class WorkbookWriter {
  readonly #session: SheetSession
  readonly #fields: readonly Field[]
  #collected: (readonly string[])[] = []

  constructor(session: SheetSession, fields: readonly Field[]) {
    this.#session = session
    this.#fields = fields
  }

  /** Writes a workbook with only the invalid rows. The user corrects the workbook and opens it again (`compareErrorWorkbook`). */
  async writeErrorWorkbook(origin: WorkbookOrigin): Promise<Uint8Array<ArrayBuffer>> {
    const { buildErrorWorkbook } = await import('../writing/error-workbook.ts')
    const { rows, keys } = this.#session.rows.getErrorRows()
    return buildErrorWorkbook(rows, keys, this.#fields, origin)
  }

  /** Writes the original sheet plus the number and status of each row's request. */
  async writeResultFile(kind: ExportFileType, name: string, outcomes: RowRequestResults): Promise<Blob> {
    const { writeResultTable } = await import('../writing/result-table.ts')
    return writeResultTable(kind, name, this.#session.rows.getResultTable(outcomes))
  }

  /** Collects rows for `writeCollectedRows`. The caller sends them in chunks, because copying rows to the worker blocks the page. */
  collectRows(rows: readonly (readonly string[])[]): void {
    this.#collected = this.#collected.concat(rows)
  }

  /** Writes the collected rows as a file and clears them. */
  async writeCollectedRows(kind: ExportFileType, name: string, headers: readonly string[]): Promise<Blob> {
    const { writeResultTable } = await import('../writing/result-table.ts')
    const rows = this.#collected
    this.#collected = []
    return writeResultTable(kind, name, { headers, rows })
  }
}
