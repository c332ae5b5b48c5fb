import type { Field } from '../../domain/fields/field.ts'
import type { Origin } from '../files/origin.ts'
import type { Outcomes } from '../judging/written-rows.ts'
import type { SheetSession } from './sheet-session.ts'

/** A csv is the one that Excel in Spanish opens right. */
export type FileKind = 'xlsx' | 'csv'

/** Files made of what the worker holds; what writes them is loaded when the first one is asked for. */
export class Workbooks {
  readonly #session: SheetSession
  readonly #fields: readonly Field[]
  #collected: (readonly string[])[] = []

  constructor(session: SheetSession, fields: readonly Field[]) {
    this.#session = session
    this.#fields = fields
  }

  /** Only the rows in error, to be corrected and given to `weigh`. */
  async errorWorkbook(origin: Origin): Promise<Uint8Array<ArrayBuffer>> {
    const { errorWorkbook } = await import('../writing/error-workbook.ts')
    const { rows, keys } = this.#session.rows.errorRows()
    return errorWorkbook(rows, keys, this.#fields, origin)
  }

  /** The sheet's own columns with the number and status of each row's request. */
  async resultsFile(kind: FileKind, name: string, outcomes: Outcomes): Promise<Blob> {
    const { resultsFile } = await import('../writing/results.ts')
    return resultsFile(kind, name, this.#session.rows.results(outcomes))
  }

  /** Adds rows for `tableFile`; in portions, because copying them to the worker blocks the page meanwhile. */
  collect(rows: readonly (readonly string[])[]): void {
    this.#collected = this.#collected.concat(rows)
  }

  /** A table of all that was collected. */
  async tableFile(kind: FileKind, name: string, headers: readonly string[]): Promise<Blob> {
    const { resultsFile } = await import('../writing/results.ts')
    const rows = this.#collected
    this.#collected = []
    return resultsFile(kind, name, { headers, rows })
  }
}
