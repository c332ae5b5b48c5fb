import { FileReadError, toSheetLimitCode } from '../file-read-error.ts'
import { parseNumberFormat } from '../number-formatting.ts'
import { originSheetName } from '../row-stamp.ts'
import { maxSheetRow, type Sheet, SheetBuilder } from '../sheet.ts'
import { StringTable } from '../string-table.ts'
import { maxSheets } from '../workbook.ts'
import type { XmlHandler } from '../xml/xml-parser.ts'
import type { XmlTag } from '../xml/xml-tag.ts'
import { type OdsCell, OdsCellText, type OdsWorkbookContext, parseOdsCell } from './ods-cell.ts'

type Attributes = Record<string, string>

const notCells = new Set(['tracked-changes', 'shapes', 'forms', 'dde-links', 'named-expressions', 'database-ranges'])

/** Handler for `content.xml` of an OpenDocument spreadsheet. Expands repeated rows and cells, because the file contains them once. */
export class OdsContentHandler implements XmlHandler {
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
