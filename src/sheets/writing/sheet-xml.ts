import { dateToSerial } from '../../domain/time/date.ts'
import { letterOf } from '../files/cell-reference.ts'
import { type Look, styleIndex } from './styles-xml.ts'
import { attribute, content } from './xml-text.ts'

export interface ColumnOut {
  header: string
  /** Width in characters. */
  width: number
  /** Style of the column, also for cells that the user fills in later. */
  look: Look
  hidden?: true
  /** Formula with the range of allowed values, e.g. `Opciones!$A$1:$A$4`. */
  list?: string
  /** Hint shown next to a selected cell. */
  hint?: string
}

/** Cell value. Strings are written as text cells even if they look like numbers; `date` is `YYYY-MM-DD`. */
export type CellOut =
  | string
  | number
  | null
  | { date: string }
  | { text: string; look: Look }
  /** Canonical decimal, written without conversion. */
  | { number: string; look: Look }
  /** Local date and time as `YYYY-MM-DD HH:MM`. */
  | { moment: string }
export type RowOut = readonly CellOut[]

export interface SheetOut {
  /** Sheet name: at most 31 characters; characters that Excel forbids are removed. */
  name: string
  columns: readonly ColumnOut[]
  rows: Iterable<RowOut>
  hidden?: boolean
}

const lastRow = 100_001

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
export const mainSpace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

type Frame = Pick<SheetOut, 'columns' | 'hidden'>

/** Yields the XML of a sheet in chunks of about 64 KB. */
export function* sheetXml({ columns, rows, hidden }: SheetOut): Generator<string> {
  yield sheetStart({ columns, ...(hidden && { hidden }) })
  let number = hidden ? 0 : 1
  let piece = ''
  for (const row of rows) {
    piece += rowXml(row, ++number, columns)
    if (piece.length < 1 << 16) continue
    yield piece
    piece = ''
  }
  yield piece + sheetEnd(columns)
}

/** Returns the XML before the first data row. Visible sheets get a frozen header row. */
export function sheetStart({ columns, hidden }: Frame): string {
  const view = hidden
    ? ''
    : '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  const widths = columns.length > 0 ? `<cols>${columns.map(columnXml).join('')}</cols>` : ''
  const headers = columns.map(({ header }): CellOut => ({ text: header, look: 'header' }))
  const first = hidden ? '' : rowXml(headers, 1, columns)
  return `${xmlHead}<worksheet xmlns="${mainSpace}">${view}${widths}<sheetData>${first}`
}

/** Returns the XML after the last row. */
export const sheetEnd = (columns: readonly ColumnOut[]) => `</sheetData>${validations(columns)}</worksheet>`

function columnXml({ width, look, hidden }: ColumnOut, i: number): string {
  return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${styleIndex(look)}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`
}

export function rowXml(cells: RowOut, number: number, columns: readonly ColumnOut[]): string {
  const written = cells.map((cell, i) => cellXml(cell, letterOf(i) + number, columns[i]?.look ?? 'general'))
  return `<row r="${number}">${written.join('')}</row>`
}

/** Styles of numbers and dates. Strings in a column with such a style get the text style instead. */
const numeric: ReadonlySet<Look> = new Set(['money', 'whole', 'percent', 'date', 'moment'])

function cellXml(cell: CellOut, place: string, look: Look): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}" s="${styleIndex(look)}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'date' in cell)
    return `<c r="${place}" s="${styleIndex('date')}"><v>${dateToSerial(cell.date)}</v></c>`
  if (typeof cell === 'object' && 'number' in cell)
    return `<c r="${place}" s="${styleIndex(cell.look)}"><v>${cell.number}</v></c>`
  if (typeof cell === 'object' && 'moment' in cell)
    return `<c r="${place}" s="${styleIndex('moment')}"><v>${momentSerial(cell.moment)}</v></c>`
  const [text, style] = typeof cell === 'string' ? [cell, look] : [cell.text, cell.look]
  const shown = typeof cell === 'string' && numeric.has(look) ? 'text' : style
  return `<c r="${place}" s="${styleIndex(shown)}" t="inlineStr"><is><t xml:space="preserve">${content(text)}</t></is></c>`
}

function momentSerial(moment: string): number {
  const [hours = 0, minutes = 0] = moment.slice(11).split(':').map(Number)
  return dateToSerial(moment.slice(0, 10)) + (hours * 60 + minutes) / 1440
}

/** Returns the validation rules of the columns. Values outside a list only cause a warning, because our parser accepts more spellings. */
function validations(columns: readonly ColumnOut[]): string {
  const rules = columns.flatMap(({ list, hint }, i) => {
    if (list === undefined && hint === undefined) return []
    const place = `${letterOf(i)}2:${letterOf(i)}${lastRow}`
    const prompt = hint === undefined ? '' : ` showInputMessage="1" prompt="${attribute(hint.slice(0, 250))}"`
    const check = list === undefined ? '' : ' type="list" errorStyle="warning" showErrorMessage="1"'
    const formula = list === undefined ? '' : `<formula1>${content(list)}</formula1>`
    return [`<dataValidation allowBlank="1"${check}${prompt} sqref="${place}">${formula}</dataValidation>`]
  })
  return rules.length === 0 ? '' : `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>`
}
