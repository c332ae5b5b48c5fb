import { FileReadError, toSheetLimitCode } from '../file-read-error.ts'
import { fillMergedCells } from '../merged-cells.ts'
import { parseNumberFormat } from '../number-formatting.ts'
import { originSheetName } from '../row-stamp.ts'
import { maxSheetRow, type Sheet, SheetBuilder } from '../sheet.ts'
import { StringTable } from '../string-table.ts'
import { maxSheets, type ProgressCallback, type Workbook } from '../workbook.ts'
import type { XmlHandler } from '../xml/xml-parser.ts'
import type { XmlTag } from '../xml/xml-tag.ts'
import { findChildren, findDescendants, readXmlTree } from '../xml/xml-tree.ts'
import { parseXmlPart, ZipReader } from '../zip/zip-reader.ts'
import { type OdsCell, OdsCellText, type OdsWorkbookContext, parseOdsCell } from './ods-cell.ts'

type Attributes = Record<string, string>

const notCells = new Set(['tracked-changes', 'shapes', 'forms', 'dde-links', 'named-expressions', 'database-ranges'])

/** Handler for `content.xml` of an OpenDocument spreadsheet. Expands repeated rows and cells, because the file contains them once. */
class OdsContentHandler implements XmlHandler {
  readonly sheets: Sheet[] = []
  readonly hiddenSheets: string[] = []
  origin: Sheet | undefined
  readonly #book: OdsWorkbookContext
  readonly #hiddenStyles = new Set<string>()
  readonly #text = new OdsCellText()
  #style = ''
  #base: 1900 | 1904 = 1900
  #builder: SheetBuilder | null = null
  #isHidden = false
  #tables = 0
  #skipped = 0
  #row = 0
  #column = 0
  #columns = 0
  #rowAttributes: Attributes = {}
  #cell: Attributes | null = null
  #cells: { column: number; repeat: number; cell: OdsCell }[] = []

  constructor(isCalculated: boolean) {
    this.#book = { isCalculated, texts: new StringTable(), formats: [parseNumberFormat('General')] }
  }

  open(name: string, tag: XmlTag): void {
    if (this.#skipped > 0) this.#skipped++
    else if (this.#cell) this.#text.open(name, tag)
    else if (notCells.has(name)) this.#skipped = 1
    else this.#openPart(name, tag)
  }

  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    if (this.#cell && this.#skipped === 0) this.#text.text(bytes, from, to, literal)
  }

  close(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (this.#cell && !(name === 'table-cell' && this.#text.depth === 0)) this.#text.close(name)
    else if (name === 'table-cell') this.#closeCell()
    else if (name === 'table-row') this.#closeRow()
    else if (name === 'table') this.#closeTable()
  }

  #openPart(name: string, tag: XmlTag): void {
    switch (name) {
      case 'style':
        this.#style = tag.attributes().name ?? ''
        break
      case 'table-properties':
        if (tag.attributes().display === 'false') this.#hiddenStyles.add(this.#style)
        break
      case 'null-date':
        if (tag.attributes()['date-value'] === '1904-01-01') this.#base = 1904
        break
      case 'table':
        this.#openTable(tag.attributes())
        break
      case 'table-column':
        this.#addColumns(tag.attributes())
        break
      case 'table-row':
        this.#rowAttributes = tag.attributes()
        this.#column = 0
        this.#cells = []
        break
      case 'table-cell':
        this.#cell = tag.attributes()
        this.#text.start()
        break
      case 'covered-table-cell':
        this.#column += repeats(tag.attributes()['number-columns-repeated'])
        this.#skipped = 1
        break
    }
  }

  #openTable(attributes: Attributes): void {
    const name = attributes.name ?? ''
    if (++this.#tables > maxSheets) throw new FileReadError('file.expands')
    this.#row = 0
    this.#columns = 0
    this.#builder = null
    this.#isHidden = this.#hiddenStyles.has(attributes['style-name'] ?? '')
    if (this.#isHidden && name !== originSheetName) {
      this.hiddenSheets.push(name)
      this.#skipped = 1
    } else this.#builder = new SheetBuilder(name, this.#book.texts, this.#book.formats, this.#base)
  }

  #closeTable(): void {
    if (this.#builder && this.#isHidden) this.origin = this.#builder.finish()
    else if (this.#builder) this.sheets.push(this.#builder.finish())
    this.#builder = null
  }

  #addColumns(attributes: Attributes): void {
    const count = repeats(attributes['number-columns-repeated'])
    if (isHidden(attributes)) this.#builder?.hideColumns(this.#columns, this.#columns + count - 1)
    this.#columns += count
  }

  #closeCell(): void {
    const attributes = this.#cell ?? {}
    const repeat = repeats(attributes['number-columns-repeated'])
    const cell = parseOdsCell(attributes, this.#text.toString(), this.#book)
    if (cell) {
      this.#cells.push({ column: this.#column, repeat, cell })
      const columns = repeats(attributes['number-columns-spanned'])
      const rows = repeats(attributes['number-rows-spanned'])
      if (columns > 1 || rows > 1)
        this.#builder?.merge({
          row: this.#row + 1,
          lastRow: this.#row + rows,
          column: this.#column,
          lastColumn: this.#column + columns - 1,
        })
    }
    this.#column += repeat
    this.#cell = null
  }

  #closeRow(): void {
    const count = repeats(this.#rowAttributes['number-rows-repeated'])
    const builder = this.#builder
    const first = this.#row + 1
    this.#row += count
    if (!builder || builder.problem) return
    if (this.#cells.length === 0) {
      // Ignores the empty rows at the end of the sheet, which only fill it up.
      if (this.#row < maxSheetRow) builder.skipTo(this.#row)
      return
    }
    try {
      for (let row = first; row <= this.#row; row++) this.#writeRow(builder, row)
    } catch (error) {
      builder.problem = toSheetLimitCode(error)
    }
  }

  #writeRow(builder: SheetBuilder, row: number): void {
    builder.startRow(row, isHidden(this.#rowAttributes))
    for (const { column, repeat, cell } of this.#cells)
      for (let i = 0; i < repeat; i++) builder.set(column + i, cell.kind, cell.value, cell.format)
    builder.endRow()
  }
}

function repeats(text: string | undefined): number {
  return Math.max(1, Math.min(Number(text ?? 1) || 1, maxSheetRow))
}

function isHidden({ visibility }: Attributes): boolean {
  return visibility === 'collapse' || visibility === 'filter'
}

export async function readOdsWorkbook(bytes: Uint8Array, onProgress: ProgressCallback): Promise<Workbook> {
  const zip = new ZipReader(bytes, (packed) => onProgress(packed, bytes.length))
  for (const part of await listManifestParts(zip)) if (!zip.has(part)) throw new FileReadError('file.damaged')
  const content = new OdsContentHandler(await isCalculated(zip))
  await parseXmlPart(zip, 'content.xml', content)
  for (const sheet of content.sheets) fillMergedCells(sheet)
  const { sheets, hiddenSheets, origin } = content
  return { kind: 'ods', sheets, hiddenSheets, ...(origin && { origin }) }
}

/** Returns whether LibreOffice, OpenOffice or Collabora wrote the file. These programs calculate formulas before saving, but omit empty results. */
async function isCalculated(zip: ZipReader): Promise<boolean> {
  if (!zip.has('meta.xml')) return false
  const generator = findDescendants(await readXmlTree(zip, 'meta.xml'), 'generator').at(-1)?.text ?? ''
  return /LibreOffice|OpenOffice|Collabora/.test(generator)
}

/** Returns the paths of the archive parts to read, as listed in the manifest. */
async function listManifestParts(zip: ZipReader): Promise<string[]> {
  if (!zip.has('META-INF/manifest.xml')) return ['content.xml']
  const manifest = await readXmlTree(zip, 'META-INF/manifest.xml')
  if (findDescendants(manifest, 'encryption-data').length > 0) throw new FileReadError('file.encrypted')
  const isMeta = findChildren(manifest, 'file-entry').some(({ attributes }) => attributes['full-path'] === 'meta.xml')
  return isMeta ? ['content.xml', 'meta.xml'] : ['content.xml']
}
