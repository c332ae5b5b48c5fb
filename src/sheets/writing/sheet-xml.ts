import { dateToSerial } from '../../domain/time/date.ts'
import { toColumnLetters } from '../files/cell-reference.ts'

export interface OutputColumn {
  header: string
  /** Width in characters. */
  width: number
  /** Style of the column; also applies to cells that the user fills in later. */
  look: CellStyle
  hidden?: true
  /** Formula with the range of allowed values, e.g. `Opciones!$A$1:$A$4`. */
  list?: string
  hint?: string
}

/** Cell value. A string becomes a text cell even if it looks like a number. `date` is `YYYY-MM-DD`. */
export type OutputCell =
  | string
  | number
  | null
  | { date: string }
  | { text: string; look: CellStyle }
  /** Canonical decimal, written to the file as is. */
  | { number: string; look: CellStyle }
  /** Local date and time as `YYYY-MM-DD HH:MM`. */
  | { moment: string }
export type OutputRow = readonly OutputCell[]

export interface OutputSheet {
  /** Sheet name. Shortened to 31 characters; characters that Excel forbids are removed. */
  name: string
  columns: readonly OutputColumn[]
  rows: Iterable<OutputRow>
  hidden?: boolean
}

const lastRow = 100_001

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const spreadsheetNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export type SheetFrame = Pick<OutputSheet, 'columns' | 'hidden'>

/** Returns the XML before the first data row. Visible sheets get a frozen header row. */
export function formatSheetStart({ columns, hidden }: SheetFrame): string {
  const view = hidden
    ? ''
    : '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const widths = columns.length > 0 ? `<cols>${columns.map(formatColumnXml).join('')}</cols>` : ''
  const headers = columns.map(({ header }): OutputCell => ({ text: header, look: 'header' }))
  const first = hidden ? '' : formatRowXml(headers, 1, columns)
  return `${xmlDeclaration}<worksheet xmlns="${spreadsheetNamespace}">${view}${widths}<sheetData>${first}`
}

export const formatSheetEnd = (columns: readonly OutputColumn[]) =>
  `</sheetData>${formatValidations(columns)}</worksheet>`

function formatColumnXml({ width, look, hidden }: OutputColumn, i: number): string {
  return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${getStyleIndex(look)}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`
}

export function formatRowXml(cells: OutputRow, number: number, columns: readonly OutputColumn[]): string {
  const written = cells.map((cell, i) =>
    formatCellXml(cell, toColumnLetters(i) + number, columns[i]?.look ?? 'general'),
  )
  return `<row r="${number}">${written.join('')}</row>`
}

/** Styles of numbers and dates. A text in a column with such a style gets the text style instead. */
const numericStyles: ReadonlySet<CellStyle> = new Set(['money', 'whole', 'percent', 'date', 'moment'])

function formatCellXml(cell: OutputCell, place: string, look: CellStyle): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}" s="${getStyleIndex(look)}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'date' in cell)
    return `<c r="${place}" s="${getStyleIndex('date')}"><v>${dateToSerial(cell.date)}</v></c>`
  if (typeof cell === 'object' && 'number' in cell)
    return `<c r="${place}" s="${getStyleIndex(cell.look)}"><v>${cell.number}</v></c>`
  if (typeof cell === 'object' && 'moment' in cell)
    return `<c r="${place}" s="${getStyleIndex('moment')}"><v>${toDateTimeSerial(cell.moment)}</v></c>`
  const [text, style] = typeof cell === 'string' ? [cell, look] : [cell.text, cell.look]
  const shown = typeof cell === 'string' && numericStyles.has(look) ? 'text' : style
  return `<c r="${place}" s="${getStyleIndex(shown)}" t="inlineStr"><is><t xml:space="preserve">${escapeXmlText(text)}</t></is></c>`
}

function toDateTimeSerial(moment: string): number {
  const [hours = 0, minutes = 0] = moment.slice(11).split(':').map(Number)
  return dateToSerial(moment.slice(0, 10)) + (hours * 60 + minutes) / 1440
}

/** Returns the validation rules of the columns. Excel only warns, because the import accepts other spellings. */
function formatValidations(columns: readonly OutputColumn[]): string {
  const rules = columns.flatMap(({ list, hint }, i) => {
    if (list === undefined && hint === undefined) return []
    const place = `${toColumnLetters(i)}2:${toColumnLetters(i)}${lastRow}`
    const prompt = hint === undefined ? '' : ` showInputMessage="1" prompt="${escapeXmlAttribute(hint.slice(0, 250))}"`
    const check = list === undefined ? '' : ' type="list" errorStyle="warning" showErrorMessage="1"'
    const formula = list === undefined ? '' : `<formula1>${escapeXmlText(list)}</formula1>`
    return [`<dataValidation allowBlank="1"${check}${prompt} sqref="${place}">${formula}</dataValidation>`]
  })
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}

/** Characters that XML 1.0 forbids: control characters and unpaired surrogates. */
const impossible = /[^\P{Cc}\t\n\r\u007f-\u009f]|\p{Cs}|[\ufffe\uffff]/gu

/** Escapes text between tags. Also escapes the underscore of a text like `_x0041_` as `_x005F_`, because Excel would decode it as a character. */
function escapeXmlText(text: string): string {
  return text
    .replace(impossible, '')
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '_x000D_')
}

export function escapeXmlAttribute(text: string): string {
  return escapeXmlText(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;')
}

/** Cell styles of generated workbooks. Their order defines the style index. */
const cellStyles = {
  general: '<xf numFmtId="0" fontId="0" fillId="0"',
  text: '<xf numFmtId="49" fontId="0" fillId="0" applyNumberFormat="1"',
  header: '<xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"',
  date: '<xf numFmtId="164" fontId="0" fillId="0" applyNumberFormat="1"',
  money: '<xf numFmtId="4" fontId="0" fillId="0" applyNumberFormat="1"',
  wrong: '<xf numFmtId="49" fontId="0" fillId="3" applyNumberFormat="1" applyFill="1"',
  whole: '<xf numFmtId="3" fontId="0" fillId="0" applyNumberFormat="1"',
  percent: '<xf numFmtId="10" fontId="0" fillId="0" applyNumberFormat="1"',
  moment: '<xf numFmtId="165" fontId="0" fillId="0" applyNumberFormat="1"',
} as const
export type CellStyle = keyof typeof cellStyles

const names = Object.keys(cellStyles) as CellStyle[]

const getStyleIndex = (look: CellStyle): number => names.indexOf(look)

export function formatStylesXml(): string {
  const fill = (colour: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`
  const font = (extra: string) => `<font>${extra}<sz val="11"/><name val="Calibri"/></font>`
  const alignment = ' xfId="0" borderId="0" applyAlignment="1"><alignment vertical="top"/></xf>'
  return [
    `${xmlDeclaration}<styleSheet xmlns="${spreadsheetNamespace}">`,
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>',
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FFE8ECE6')}${fill('FFFBE3DC')}</fills>`,
    '<borders count="1"><border/></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${names.length}">${Object.values(cellStyles)
      .map((look) => look + alignment)
      .join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}
