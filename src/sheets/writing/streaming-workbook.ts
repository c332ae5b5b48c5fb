import { formatRowXml, formatSheetEnd, formatSheetStart, type OutputColumn, type OutputRow } from './sheet-xml.ts'
import { assembleWorkbook, getSheetPath, toSheetName } from './workbook-file.ts'
import { type CompressedEntry, openZipEntry } from './zip-archive.ts'

interface Part {
  name: string
  entry: ReturnType<typeof openZipEntry>
}

/** Workbook whose sheets can be written concurrently. Only the compressed rows stay in memory. */
export class StreamingWorkbook {
  readonly #maxRows: number
  readonly #parts: Part[] = []
  readonly #sheets: StreamingSheet[] = []
  readonly #names = new Set<string>()

  /** `maxRows`: maximum number of rows per sheet. Further rows continue in a new sheet at the end of the workbook. */
  constructor(maxRows = 1_048_576) {
    this.#maxRows = maxRows
  }

  sheet(name: string, columns: readonly OutputColumn[]): StreamingSheet {
    const sheet = new StreamingSheet(columns, this.#maxRows, () => this.#begin(name))
    this.#sheets.push(sheet)
    return sheet
  }

  async finish(): Promise<Blob> {
    for (const sheet of this.#sheets) await sheet.end()
    const packed: CompressedEntry[] = []
    for (const { entry } of this.#parts) packed.push(await entry.end())
    return assembleWorkbook(this.#parts, packed)
  }

  #begin(wanted: string): Part['entry'] {
    const entry = openZipEntry(getSheetPath(this.#parts.length))
    this.#parts.push({ name: this.#free(wanted), entry })
    return entry
  }

  /** Returns a sheet name that is not in use, because Excel rejects duplicate names. Excel ignores case in sheet names. */
  #free(wanted: string): string {
    for (let count = 1; ; count++) {
      const mark = count === 1 ? '' : ` ${count}`
      const name = toSheetName(wanted).slice(0, 31 - mark.length) + mark
      if (this.#names.has(name.toLowerCase())) continue
      this.#names.add(name.toLowerCase())
      return name
    }
  }
}

/** Sheet of a streaming workbook, with its header row. */
class StreamingSheet {
  readonly #columns: readonly OutputColumn[]
  readonly #maxRows: number
  readonly #begin: () => Part['entry']
  #entry: Part['entry']
  #piece: string
  #rows = 1

  constructor(columns: readonly OutputColumn[], maxRows: number, begin: () => Part['entry']) {
    this.#columns = columns
    this.#maxRows = maxRows
    this.#begin = begin
    this.#entry = begin()
    this.#piece = formatSheetStart({ columns })
  }

  async add(rows: readonly OutputRow[]) {
    for (const row of rows) {
      if (this.#rows === this.#maxRows) await this.#goOn()
      this.#piece += formatRowXml(row, ++this.#rows, this.#columns)
    }
    await this.#write()
  }

  async end() {
    this.#piece += formatSheetEnd(this.#columns)
    await this.#write()
  }

  async #goOn() {
    await this.end()
    this.#entry = this.#begin()
    this.#piece = formatSheetStart({ columns: this.#columns })
    this.#rows = 1
  }

  async #write() {
    await this.#entry.write(this.#piece)
    this.#piece = ''
  }
}
