import type { NumberFormat } from '../number-formatting.ts'
import { formatExactDecimal } from '../number-formatting.ts'
import { cellKindCodes, firstDisplayTextId, timeWithoutDateOffset } from '../sheet.ts'
import type { StringTable } from '../string-table.ts'
import { TextBuffer } from '../xml/xml-parser.ts'
import type { XmlTag } from '../xml/xml-tag.ts'

export interface OdsCell {
  kind: number
  value: number
  format: number
}

export interface OdsWorkbookContext {
  texts: StringTable
  formats: NumberFormat[]
  /** True if the program calculated formulas before saving. A missing value then means an empty text, otherwise an error. */
  isCalculated: boolean
}

type Attributes = Record<string, string>

/** Converts an OpenDocument cell from its attributes and displayed text; returns `null` for an empty cell. */
export function parseOdsCell(attributes: Attributes, shown: string, book: OdsWorkbookContext): OdsCell | null {
  const { texts, formats } = book
  const type = attributes['value-type'] ?? ''
  const createCell = (kind: number, value: number, format = 0): OdsCell => ({ kind, value, format })
  const isFormula = attributes.formula !== undefined
  if (type === 'error' || (isFormula && /^Err:\d+$/.test(shown)))
    return createCell(cellKindCodes.error, texts.add(shown))
  if (isFormula && type === '' && shown === '') return book.isCalculated ? null : createCell(cellKindCodes.error, -1)
  switch (type) {
    case 'float':
    case 'currency':
    case 'percentage': {
      const value = Number(attributes.value ?? Number.NaN)
      if (!Number.isFinite(value)) return isFormula ? createCell(cellKindCodes.error, -1) : null
      const format = inferFormat(type, value, shown, formats)
      const isPlain = shown === '' || shown === formatExactDecimal(value).replace('.', ',')
      return createCell(
        cellKindCodes.number,
        value,
        format === 0 && !isPlain ? firstDisplayTextId + texts.add(shown) : format,
      )
    }
    case 'boolean':
      return createCell(cellKindCodes.boolean, attributes['boolean-value'] === 'true' ? 1 : 0)
    case 'date':
    case 'time': {
      const days =
        type === 'date' ? parseDays(attributes['date-value'] ?? '') : parseDuration(attributes['time-value'] ?? '')
      const text = texts.add(shown)
      return Number.isNaN(days)
        ? createCell(cellKindCodes.text, text)
        : createCell(cellKindCodes.date, days, firstDisplayTextId + text)
    }
    default: {
      const text = shown || (attributes['string-value'] ?? '')
      return text.trim() === '' ? null : createCell(cellKindCodes.text, texts.add(text))
    }
  }
}

/** Infers the format of a zero-padded number from its text, because ODS files define formats elsewhere. */
function inferFormat(type: string, value: number, shown: string, formats: NumberFormat[]): number {
  const isPadded = /^0\d+$/.test(shown) && Number(shown) === value
  if (!isPadded && type !== 'percentage') return 0
  const zeros = isPadded ? shown.length : 0
  const known = formats.findIndex((format) => format.zeros === zeros && format.kind !== 'other')
  return known >= 0 ? known : formats.push({ code: '', kind: isPadded ? 'zeros' : 'percent', zeros }) - 1
}

function parseDays(iso: string): number {
  return Date.parse(iso.includes('T') ? `${iso.replace(/Z$/, '')}Z` : `${iso}T00:00:00Z`) / 86_400_000
}

function parseDuration(duration: string): number {
  const [, hours, minutes, seconds] = /^PT(\d+)H(\d+)M(\d+)/.exec(duration) ?? []
  return timeWithoutDateOffset + ((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) % 86_400) / 86_400
}

/** Elements inside a paragraph that are not part of the displayed text. */
const notText = new Set(['annotation', 'note', 'frame', 'custom-shape', 'ruby-text'])

/** Displayed text of one cell: its paragraphs, without comments and drawings. */
export class OdsCellText {
  readonly #buffer = new TextBuffer()
  /** Nesting depth of open elements inside the cell. */
  depth = 0
  #paragraphs = 0
  #inParagraph = false
  #skipFrom = 0

  start(): void {
    this.#buffer.length = 0
    this.#paragraphs = 0
    this.#inParagraph = false
    this.#skipFrom = 0
    this.depth = 0
  }

  open(name: string, tag: XmlTag): void {
    this.depth++
    if (this.#skipFrom > 0) return
    if (!this.#inParagraph) {
      if (name !== 'p') this.#skipFrom = this.depth
      else {
        this.#inParagraph = true
        if (this.#paragraphs++ > 0) this.#buffer.appendText('\n')
      }
    } else if (notText.has(name)) this.#skipFrom = this.depth
    else if (name === 's') this.#buffer.appendText(' '.repeat(Math.min(Number(tag.attributes().c ?? 1), 1000)))
    else if (name === 'tab') this.#buffer.appendText('\t')
    else if (name === 'line-break') this.#buffer.appendText('\n')
  }

  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    if (this.#inParagraph && this.#skipFrom === 0) this.#buffer.append(bytes, from, to, literal)
  }

  close(_name: string): void {
    if (this.depth === this.#skipFrom) this.#skipFrom = 0
    this.depth--
    if (this.depth === 0) this.#inParagraph = false
  }

  toString(): string {
    return this.#buffer.length === 0 ? '' : this.#buffer.toString()
  }
}
