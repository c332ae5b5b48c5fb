import {
  escapeXmlAttribute,
  formatRowXml,
  formatSheetEnd,
  formatSheetStart,
  formatStylesXml,
  type OutputColumn,
  type OutputRow,
  type OutputSheet,
  type SheetFrame,
  spreadsheetNamespace,
  xmlDeclaration,
} from './sheet-xml.ts'
import { buildZipArchive, openZipEntry } from './zip-archive.ts'

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packages = 'http://schemas.openxmlformats.org/package/2006'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

function formatContentTypes(sheets: number): string {
  const part = (name: string, kind: string) => `<Override PartName="/xl/${name}" ContentType="${content}.${kind}+xml"/>`
  const parts = Array.from({ length: sheets }, (_, i) => part(`worksheets/sheet${i + 1}.xml`, 'worksheet'))
  return `${xmlDeclaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}${part('styles.xml', 'styles')}${parts.join('')}</Types>`
}

function formatRelationships(...targets: (readonly [id: string, kind: string, target: string])[]): string {
  const lines = targets.map(
    ([id, kind, target]) => `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`,
  )
  return `${xmlDeclaration}<Relationships xmlns="${packages}/relationships">${lines.join('')}</Relationships>`
}

function formatWorkbookXml(sheets: readonly Part[]): string {
  const lines = sheets.map(({ name, hidden }, i) => {
    const state = hidden ? ' state="hidden"' : ''
    return `<sheet name="${escapeXmlAttribute(name)}" sheetId="${i + 1}"${state} r:id="sheet${i + 1}"/>`
  })
  return `${xmlDeclaration}<workbook xmlns="${spreadsheetNamespace}" xmlns:r="${relations}"><sheets>${lines.join('')}</sheets></workbook>`
}

/** Returns a valid Excel sheet name: no forbidden characters, at most 31 characters. */
function toSheetName(name: string): string {
  return Array.from(name.replace(/[\\/?*[\]:]|^'|'$/g, ''))
    .slice(0, 31)
    .join('')
}

interface Part {
  name: string
  hidden: boolean
  entry: ReturnType<typeof openZipEntry>
}

/** Writes an XLSX workbook. Texts become string cells, so that Excel never executes them as formulas. */
export async function buildWorkbook(sheets: readonly OutputSheet[]): Promise<Uint8Array<ArrayBuffer>> {
  const book = new StreamingWorkbook()
  for (const { name, columns, rows, hidden } of sheets) await book.sheet(name, columns, hidden).add(rows)
  return new Uint8Array(await (await book.finish()).arrayBuffer())
}

/** Length in characters from which a sheet's XML is compressed, because it would fill the memory. */
const maxPieceChars = 1 << 16

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

  sheet(name: string, columns: readonly OutputColumn[], hidden = false): StreamingSheet {
    const sheet = new StreamingSheet({ columns, hidden }, this.#maxRows, () => this.#begin(name, hidden))
    this.#sheets.push(sheet)
    return sheet
  }

  async finish(): Promise<Blob> {
    for (const sheet of this.#sheets) await sheet.end()
    const paths = this.#parts.map((_, i) => [`sheet${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const)
    const around = [
      ['[Content_Types].xml', formatContentTypes(paths.length)],
      ['_rels/.rels', formatRelationships(['rId1', 'officeDocument', 'xl/workbook.xml'])],
      ['xl/workbook.xml', formatWorkbookXml(this.#parts)],
      ['xl/_rels/workbook.xml.rels', formatRelationships(['styles', 'styles', 'styles.xml'], ...paths)],
      ['xl/styles.xml', formatStylesXml()],
    ] as const
    const entries = around.map(([name, text]) => {
      const entry = openZipEntry(name)
      return entry.write(text).then(entry.end)
    })
    return buildZipArchive(await Promise.all([...entries, ...this.#parts.map(({ entry }) => entry.end())]))
  }

  #begin(wanted: string, hidden: boolean): Part['entry'] {
    const entry = openZipEntry(`xl/worksheets/sheet${this.#parts.length + 1}.xml`)
    this.#parts.push({ name: this.#free(wanted), hidden, entry })
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

/** Sheet of a streaming workbook. Visible sheets have a header row. */
class StreamingSheet {
  readonly #frame: SheetFrame
  readonly #maxRows: number
  readonly #begin: () => Part['entry']
  #entry: Part['entry']
  #piece: string
  #rows: number

  constructor(frame: SheetFrame, maxRows: number, begin: () => Part['entry']) {
    this.#frame = frame
    this.#rows = frame.hidden ? 0 : 1
    this.#maxRows = maxRows
    this.#begin = begin
    this.#entry = begin()
    this.#piece = formatSheetStart(frame)
  }

  async add(rows: Iterable<OutputRow>) {
    for (const row of rows) {
      if (this.#rows === this.#maxRows) await this.#goOn()
      this.#piece += formatRowXml(row, ++this.#rows, this.#frame.columns)
      if (this.#piece.length > maxPieceChars) await this.#write()
    }
    await this.#write()
  }

  async end() {
    this.#piece += formatSheetEnd(this.#frame.columns)
    await this.#write()
  }

  async #goOn() {
    await this.end()
    this.#entry = this.#begin()
    this.#piece = formatSheetStart(this.#frame)
    this.#rows = 1
  }

  async #write() {
    await this.#entry.write(this.#piece)
    this.#piece = ''
  }
}
