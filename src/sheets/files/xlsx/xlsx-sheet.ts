import { serialToDayNumber } from '../../../domain/time/date.ts'
import { parseCellType, parseColumnIndex, parseDigits, parseMergedRange, type XlsxCellType } from '../cell-reference.ts'
import { FileReadError } from '../file-read-error.ts'
import { cellKindCodes, type SheetBuilder, timeWithoutDateOffset } from '../sheet.ts'
import type { XmlHandler } from '../xml/xml-parser.ts'
import { TextBuffer } from '../xml/xml-parser.ts'
import type { XmlTag } from '../xml/xml-tag.ts'

export interface XlsxMetadata {
  /** Text id of each shared string, by its index in the file. `blankTextId` if the text is invisible. */
  shared: readonly number[]
  /** Index of the number format in the workbook's formats, for each cell style. */
  styles: number[]
  dateFormats: boolean[]
  base: 1900 | 1904
}

export const blankTextId = -1

export class XlsxSheetHandler implements XmlHandler {
  readonly #builder: SheetBuilder
  readonly #facts: XlsxMetadata
  readonly #buffer = new TextBuffer()
  #inRow = false
  #inCell = false
  #inPhonetic = false
  #capture = false
  #column = -1
  #type: XlsxCellType = 'n'
  #style = 0
  #hasFormula = false
  #hasValue = false

  constructor(builder: SheetBuilder, facts: XlsxMetadata) {
    this.#builder = builder
    this.#facts = facts
  }

  open(name: string, tag: XmlTag): void {
    switch (name) {
      case 'c':
        if (this.#inRow) this.#openCell(tag)
        break
      case 'v':
        this.#hasValue = true
        this.#capture = this.#inCell
        break
      case 't':
        this.#hasValue = true
        this.#capture = this.#inCell && !this.#inPhonetic
        break
      case 'f':
        this.#hasFormula = true
        break
      case 'row':
        this.#openRow(tag.attributes())
        break
      case 'rPh':
        this.#inPhonetic = true
        break
      case 'col':
        this.#hideColumns(tag.attributes())
        break
      case 'mergeCell':
        this.#builder.merge(parseMergedRange(tag.attributes().ref ?? ''))
        break
    }
  }

  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    if (this.#capture) this.#buffer.append(bytes, from, to, literal)
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#capture = false
        break
      case 'rPh':
        this.#inPhonetic = false
        break
      case 'c':
        if (this.#inCell) this.#store()
        this.#inCell = false
        break
      case 'row':
        if (this.#inRow) this.#builder.endRow()
        this.#inRow = false
        break
    }
  }

  #openRow({ r, hidden }: Record<string, string>): void {
    this.#builder.startRow(r === undefined ? this.#builder.row + 1 : Number(r), hidden === '1' || hidden === 'true')
    this.#inRow = true
    this.#column = -1
  }

  #openCell(tag: XmlTag): void {
    this.#inCell = true
    this.#column++
    this.#type = 'n'
    this.#style = 0
    this.#hasFormula = false
    this.#hasValue = false
    this.#buffer.length = 0
    while (tag.nextAttribute()) {
      if (tag.attributeLength !== 1) continue
      if (tag.attributeFirst === 0x72) this.#column = parseColumnIndex(tag.bytes, tag.valueFrom, tag.valueTo)
      else if (tag.attributeFirst === 0x73) this.#style = parseDigits(tag.bytes, tag.valueFrom, tag.valueTo)
      else if (tag.attributeFirst === 0x74) this.#type = parseCellType(tag.bytes, tag.valueFrom, tag.valueTo)
    }
  }

  #store(): void {
    const { length } = this.#buffer
    const isUncalculated = this.#hasFormula && (!this.#hasValue || (length === 0 && this.#type !== 'str'))
    if (isUncalculated) this.#builder.set(this.#column, cellKindCodes.error, -1)
    else if (length > 0) this.#storeValue()
  }

  #storeValue(): void {
    const { bytes } = this.#buffer
    switch (this.#type) {
      case 's':
        this.#storeShared()
        break
      case 'str':
      case 'inlineStr':
        this.#storeText()
        break
      case 'b':
        this.#builder.set(this.#column, cellKindCodes.boolean, bytes[0] === 0x31 || bytes[0] === 0x74 ? 1 : 0)
        break
      case 'e':
        this.#builder.set(this.#column, cellKindCodes.error, this.#builder.texts.add(this.#buffer.toString()))
        break
      case 'd':
        this.#storeIso()
        break
      default:
        this.#storeNumber()
    }
  }

  #storeText(): void {
    this.#builder.setText(this.#column, this.#buffer.toUnescapedText())
  }

  #storeShared(): void {
    const id = this.#facts.shared[this.#buffer.toNumber()]
    if (id === undefined) throw new FileReadError('file.damaged')
    if (id !== blankTextId) this.#builder.set(this.#column, cellKindCodes.text, id)
  }

  #storeIso(): void {
    const text = this.#buffer.toString().trim()
    const time = Date.parse(/T/.test(text) ? text.replace(/(Z|[+-]\d\d:\d\d)?$/, 'Z') : `${text}T00:00:00Z`)
    if (Number.isNaN(time)) this.#storeText()
    else this.#builder.set(this.#column, cellKindCodes.date, time / 86_400_000, this.#facts.styles[this.#style] ?? 0)
  }

  #storeNumber(): void {
    const value = this.#buffer.toNumber()
    if (!Number.isFinite(value)) throw new FileReadError('file.damaged')
    const format = this.#facts.styles[this.#style] ?? 0
    const days = this.#facts.dateFormats[format] ? convertSerialToDays(value, this.#facts.base) : null
    if (days === null) this.#builder.set(this.#column, cellKindCodes.number, value, format)
    else this.#builder.set(this.#column, cellKindCodes.date, days, format)
  }

  #hideColumns({ hidden, min, max }: Record<string, string>): void {
    if (hidden === '1' || hidden === 'true') this.#builder.hideColumns(Number(min) - 1, Number(max) - 1)
  }
}

/** Converts an Excel serial number to days since 1970. A serial number below 1 is a time without a date. */
function convertSerialToDays(serial: number, base: 1900 | 1904): number | null {
  return serial >= 0 && serial < 1 ? timeWithoutDateOffset + serial : serialToDayNumber(serial, base)
}
