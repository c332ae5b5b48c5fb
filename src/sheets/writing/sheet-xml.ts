import { serialOf } from '../../domain/date.ts'
import { letterOf } from '../files/cell-reference.ts'
import { type Look, styleIndex } from './styles-xml.ts'
import { attribute, content } from './xml-text.ts'

export interface ColumnOut {
  header: string
  /** In characters. */
  width: number
  /** What cells typed later will have as well. */
  look: Look
  hidden?: true
  /** A formula that names the allowed values, such as `Opciones!$A$1:$A$4`. */
  list?: string
  /** Shown beside a cell that is chosen. */
  hint?: string
}

/** Texts are texts whatever they look like; `date` is `YYYY-MM-DD`. */
export type CellOut = string | number | null | { date: string } | { text: string; look: Look }
type RowOut = readonly CellOut[]

export interface SheetOut {
  /** At most 31 characters; what a sheet's name may not hold is left out. */
  name: string
  columns: readonly ColumnOut[]
  rows: Iterable<RowOut>
  hidden?: boolean
}

const lastRow = 100_001

/** The XML of a sheet, a row at a time; headers stay in sight while one scrolls. */
export function* sheetXml(head: string, namespace: string, { columns, rows, hidden }: SheetOut): Generator<string> {
  yield `${head}<worksheet xmlns="${namespace}">`
  if (!hidden)
    yield '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  if (columns.length > 0) yield `<cols>${columns.map(columnXml).join('')}</cols>`
  yield '<sheetData>'
  let number = 0
  const headers = columns.map(({ header }): CellOut => ({ text: header, look: 'header' }))
  if (!hidden) yield rowXml(headers, ++number, columns)
  let piece = ''
  for (const row of rows) {
    piece += rowXml(row, ++number, columns)
    if (piece.length < 1 << 16) continue
    yield piece
    piece = ''
  }
  yield `${piece}</sheetData>${validations(columns)}</worksheet>`
}

function columnXml({ width, look, hidden }: ColumnOut, i: number): string {
  return `<col min="${i + 1}" max="${i + 1}" width="${width}" style="${styleIndex(look)}" customWidth="1"${hidden ? ' hidden="1"' : ''}/>`
}

function rowXml(cells: RowOut, number: number, columns: readonly ColumnOut[]): string {
  const written = cells.map((cell, i) => cellXml(cell, letterOf(i) + number, columns[i]?.look ?? 'general'))
  return `<row r="${number}">${written.join('')}</row>`
}

function cellXml(cell: CellOut, place: string, look: Look): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number') return `<c r="${place}" s="${styleIndex(look)}"><v>${cell}</v></c>`
  if (typeof cell === 'object' && 'date' in cell)
    return `<c r="${place}" s="${styleIndex('date')}"><v>${serialOf(cell.date)}</v></c>`
  const [text, style] = typeof cell === 'string' ? [cell, look] : [cell.text, cell.look]
  const isNumber = look === 'money' || look === 'date'
  const shown = typeof cell === 'string' && isNumber ? 'text' : style
  return `<c r="${place}" s="${styleIndex(shown)}" t="inlineStr"><is><t xml:space="preserve">${content(text)}</t></is></c>`
}

/** What is not in a list is asked about by the sheet, not refused: our own reading knows more spellings. */
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
