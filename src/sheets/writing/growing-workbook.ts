import { type Packed, packing } from './archive.ts'
import { type ColumnOut, type RowOut, rowXml, sheetEnd, sheetStart } from './sheet-xml.ts'
import { sheetName, sheetPath, workbookOf } from './workbook.ts'

interface Part {
  name: string
  entry: ReturnType<typeof packing>
}

/** Workbook whose sheets can be written in parallel. Only compressed rows stay in memory. */
export class GrowingWorkbook {
  readonly #mostRows: number
  readonly #parts: Part[] = []
  readonly #sheets: GrowingSheet[] = []
  readonly #names = new Set<string>()

  /** `mostRows`: maximum number of rows per sheet. Further rows continue in a new sheet at the end. */
  constructor(mostRows = 1_048_576) {
    this.#mostRows = mostRows
  }

  sheet(name: string, columns: readonly ColumnOut[]): GrowingSheet {
    const sheet = new GrowingSheet(columns, this.#mostRows, () => this.#begin(name))
    this.#sheets.push(sheet)
    return sheet
  }

  async finish(): Promise<Blob> {
    for (const sheet of this.#sheets) await sheet.end()
    const packed: Packed[] = []
    for (const { entry } of this.#parts) packed.push(await entry.end())
    return workbookOf(this.#parts, packed)
  }

  #begin(wanted: string): Part['entry'] {
    const entry = packing(sheetPath(this.#parts.length))
    this.#parts.push({ name: this.#free(wanted), entry })
    return entry
  }

  /** Returns an unused sheet name, because Excel rejects duplicate names and ignores their case. */
  #free(wanted: string): string {
    for (let count = 1; ; count++) {
      const mark = count === 1 ? '' : ` ${count}`
      const name = sheetName(wanted).slice(0, 31 - mark.length) + mark
      if (this.#names.has(name.toLowerCase())) continue
      this.#names.add(name.toLowerCase())
      return name
    }
  }
}

/** Sheet of a growing workbook, with its header row. */
class GrowingSheet {
  readonly #columns: readonly ColumnOut[]
  readonly #mostRows: number
  readonly #begin: () => Part['entry']
  #entry: Part['entry']
  #piece: string
  #rows = 1

  constructor(columns: readonly ColumnOut[], mostRows: number, begin: () => Part['entry']) {
    this.#columns = columns
    this.#mostRows = mostRows
    this.#begin = begin
    this.#entry = begin()
    this.#piece = sheetStart({ columns })
  }

  async add(rows: readonly RowOut[]) {
    for (const row of rows) {
      if (this.#rows === this.#mostRows) await this.#goOn()
      this.#piece += rowXml(row, ++this.#rows, this.#columns)
    }
    await this.#write()
  }

  async end() {
    this.#piece += sheetEnd(this.#columns)
    await this.#write()
  }

  async #goOn() {
    await this.end()
    this.#entry = this.#begin()
    this.#piece = sheetStart({ columns: this.#columns })
    this.#rows = 1
  }

  async #write() {
    await this.#entry.write(this.#piece)
    this.#piece = ''
  }
}
