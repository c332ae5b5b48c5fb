import { isNumeric } from '../../domain/fields/number.ts'
import type { Reading } from '../../domain/fields/values.ts'
import { type Cell, emptyCell, shownText } from '../files/cell.ts'
import { dataStart } from '../files/header.ts'
import { folded, type Mark, type Origin, wasGiven } from '../files/origin.ts'
import { cellAt, type Sheet } from '../files/sheet.ts'
import { numberIn } from '../reading/rows-that-count.ts'
import type { Source } from '../reading/sources.ts'
import { bookColumns } from './book-columns.ts'
import type { Conversion } from './conversion.ts'
import { readingAt, textAt } from './groups.ts'
import { markedSheet, type Refused, strangerOf } from './marked.ts'

/** Cell that differs in the corrected workbook; `before` is its current text. With key `*`, `before` lists the surplus cells of the row. */
export interface CellChange {
  row: number
  key: string
  before: string
  after: Cell
}

/** Reason why a row of the corrected workbook is ignored. `absent`: its number matches no open row. */
export type Why = 'twice' | 'other' | 'good' | 'notGiven' | 'absent' | 'discarded' | 'unnumbered'

/** Differences between a corrected error workbook and the open rows, grouped by the decision that the user has to make. */
export interface Weighed {
  /** Cells changed only in the workbook. */
  changes: CellChange[]
  /** Cells that were also changed here, or that a spreadsheet program may have altered. The user chooses which value stays. */
  conflicts: CellChange[]
  /** Numbers of the changed rows that have errors here. */
  wrong: number[]
  untaken: { row: number; why: Why }[]
  /** Headers of columns that match no field. */
  strange: string[]
  /** True if the format was published again after the workbook was exported. */
  otherVersion: boolean
}

type Places = Pick<ReturnType<typeof bookColumns>, 'columns' | 'surplus'>

interface BookRow {
  index: number
  row: number
  mark: Mark | null
}

/** Compares each cell's text at export (digest in the row's mark), here, and in the workbook. Changes nothing. */
export function correctionOf(
  conversion: Conversion,
  book: { sheets: readonly Sheet[]; origin?: Sheet },
  origin: Origin,
): Weighed | Refused {
  const marked = markedSheet(book, conversion.reader.fields)
  if ('refused' in marked) return marked
  const { sheet, rowColumn } = marked
  const rows = Array.from({ length: sheet.count - dataStart(marked.header) }, (_, place): BookRow => {
    const index = dataStart(marked.header) + place
    const mark = marked.markAt(index)
    return { index, mark, row: (rowColumn < 0 ? 0 : numberIn(cellAt(sheet, index, rowColumn))) || (mark?.row ?? 0) }
  })
  const strangers = rows.flatMap(({ mark }) => (mark ? [strangerOf(mark, origin)] : []))
  const [stranger] = strangers
  if (stranger && strangers.every((each) => each !== null)) return { refused: stranger, from: marked.names }

  const { strange, ...places } = bookColumns(conversion, marked)
  const otherVersion = rows.some(({ mark }) => mark !== null && mark.formatVersion !== origin.formatVersion)
  const weighed: Weighed = { changes: [], conflicts: [], wrong: [], untaken: [], strange, otherVersion }
  const twice = repeated(rows)
  for (const row of twice) weighed.untaken.push({ row, why: 'twice' })
  for (const { index, row, mark } of rows) {
    if (twice.has(row)) continue
    const place = conversion.find(row)
    const why = whyNot(conversion, { place, row, mark }, origin)
    if (why) weighed.untaken.push({ row: row || (sheet.numbers[index] ?? 0), why })
    else if (mark) weighRow(conversion, { sheet, index, ...places }, { place, mark }, weighed)
  }
  return weighed
}

function repeated(rows: readonly BookRow[]): Set<number> {
  const seen = new Set<number>()
  return new Set(rows.flatMap(({ row }) => (row > 0 && seen.size === seen.add(row).size ? [row] : [])))
}

function whyNot(
  conversion: Conversion,
  { place, row, mark }: { place: number; row: number; mark: Mark | null },
  origin: Origin,
): Why | null {
  if (row === 0) return 'unnumbered'
  if (mark && strangerOf(mark, origin)) return 'other'
  if (place < 0) return 'absent'
  if (mark?.row === row) return null
  return conversion.errors.has(place) ? 'notGiven' : 'good'
}

function weighRow(
  conversion: Conversion,
  { sheet, index, columns, surplus }: { sheet: Sheet; index: number } & Places,
  { place, mark }: { place: number; mark: Mark },
  weighed: Weighed,
): void {
  const row = conversion.number(place)
  const sure: CellChange[] = []
  const doubtful: CellChange[] = []
  for (const { column, source } of columns) {
    const { key } = source.target
    const after = cellAt(sheet, index, column)
    const [text, before] = [shownText(after), textAt(conversion, place, source)]
    if (folded(text) === folded(before) || wasGiven(mark, key, text)) continue
    const here = readingAt(conversion, place, source)
    const there = readThere(conversion, place, source, after)
    if (isSame(here, there)) continue
    const untouched = wasGiven(mark, key, before) || (before === '' && !conversion.edits.get(place)?.has(key))
    const isRight = conversion.errors.get(place, key) === undefined && 'value' in here && here.value !== null
    const change = { row, key, before, after }
    const isOdd = lostZeros(source, after, before) || (isRight && isDoubtful(source, after, there))
    if (untouched && !isOdd) sure.push(change)
    else doubtful.push(change)
  }
  const extra = conversion.surplus(place)
  const isGone = surplus.length > 0 && surplus.every((column) => shownText(cellAt(sheet, index, column)).trim() === '')
  if (extra.length > 0 && isGone) sure.push({ row, key: '*', before: extra.join(' · '), after: emptyCell })
  if (conversion.discarded[place] && sure.length + doubtful.length > 0) weighed.untaken.push({ row, why: 'discarded' })
  else if (!conversion.discarded[place]) {
    weighed.changes.push(...sure)
    weighed.conflicts.push(...doubtful)
    if (sure.length + doubtful.length > 0 && conversion.errors.has(place)) weighed.wrong.push(row)
  }
}

function readThere(conversion: Conversion, place: number, source: Source, cell: Cell): Reading {
  const given = source.target.field.kindFrom === undefined ? {} : conversion.judge(place).values
  return conversion.reader.read(conversion.index(place), source, cell, given, true)
}

function isSame(here: Reading, there: Reading): boolean {
  if (!('value' in here) || !('value' in there)) return false
  return JSON.stringify(here.value) === JSON.stringify(there.value)
}

/** Returns whether a valid cell became invalid, or whether a program may have converted it to a date or number. */
function isDoubtful({ target: { field } }: Source, cell: Cell, there: Reading): boolean {
  if ('error' in there || (there.value === null && field.required)) return true
  return cell.kind === 'date' || (cell.kind === 'number' && !isNumeric(field))
}

/** Returns whether two texts differ only in leading zeros. Excel drops these zeros when it opens a CSV, so the user may not have done it. */
function lostZeros({ target: { field } }: Source, cell: Cell, before: string): boolean {
  const bare = (text: string) => folded(text).replace(/^0+(?=\d)/, '')
  return !isNumeric(field) && before !== '' && bare(shownText(cell)) === bare(before)
}
