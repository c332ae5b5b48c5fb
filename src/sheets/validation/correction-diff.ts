import { isNumericField } from '../../domain/fields/field-types.ts'
import type { ParseResult } from '../../domain/fields/values.ts'
import { type Cell, emptyCell, getCellText } from '../files/cell.ts'
import { getFirstDataRowIndex } from '../files/header-row.ts'
import { hasCellDigest, normalizeCellText, type RowStamp, type WorkbookOrigin } from '../files/row-stamp.ts'
import { getCell, type Sheet } from '../files/sheet.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import { parseRowNumber } from '../reading/included-rows.ts'
import { getCellTextAt, parseCellOfRow } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'
import {
  findSheetWithRowStamps,
  findStampMismatch,
  matchWorkbookColumns,
  type WorkbookRejection,
} from './sheet-with-row-stamps.ts'

/** Cell that differs in the corrected workbook. `before` is its current text. If `key` is `*`, `before` lists the surplus cells of the row. */
export interface CorrectedCell {
  row: number
  key: string
  before: string
  after: Cell
}

/** Reason why a row of the corrected workbook is ignored. `good`: the open row has no errors. `absent`: no open row has its number. */
export type IgnoredRowReason = 'twice' | 'other' | 'good' | 'notGiven' | 'absent' | 'discarded' | 'unnumbered'

/** Differences between a corrected error workbook and the rows in the app, by the decision of the user. */
export interface CorrectionDiff {
  /** Cells changed only in the workbook. */
  changes: CorrectedCell[]
  /** Cells that the user also changed in the app, or that a spreadsheet program may have altered. The user chooses which value applies. */
  conflicts: CorrectedCell[]
  /** Numbers of the rows that differ in the workbook and that still have errors in the app. */
  wrong: number[]
  untaken: { row: number; why: IgnoredRowReason }[]
  /** Headers of columns that match no field. */
  strange: string[]
  /** True if the format was published again after the workbook was exported. */
  otherVersion: boolean
}

type WorkbookColumnPositions = Pick<ReturnType<typeof matchWorkbookColumns>, 'columns' | 'surplus'>

interface WorkbookRow {
  index: number
  row: number
  stamp: RowStamp | null
}

/** Compares each cell at export (digest in the row stamp), in the app and in the workbook. Changes nothing. */
export function diffCorrectedWorkbook(
  conversion: SheetConversion,
  book: { sheets: readonly Sheet[]; origin?: Sheet },
  origin: WorkbookOrigin,
): CorrectionDiff | WorkbookRejection {
  const stamped = findSheetWithRowStamps(book, conversion.reader.fields)
  if ('refused' in stamped) return stamped
  const { sheet, rowColumn } = stamped
  const rows = Array.from({ length: sheet.count - getFirstDataRowIndex(stamped.header) }, (_, place): WorkbookRow => {
    const index = getFirstDataRowIndex(stamped.header) + place
    const stamp = stamped.getStamp(index)
    return {
      index,
      stamp,
      row: (rowColumn < 0 ? 0 : parseRowNumber(getCell(sheet, index, rowColumn))) || (stamp?.row ?? 0),
    }
  })
  const strangers = rows.flatMap(({ stamp }) => (stamp ? [findStampMismatch(stamp, origin)] : []))
  const [stranger] = strangers
  if (stranger && strangers.every((each) => each !== null)) return { refused: stranger, from: stamped.names }

  const { strange, ...places } = matchWorkbookColumns(conversion, stamped)
  const otherVersion = rows.some(({ stamp }) => stamp !== null && stamp.formatVersion !== origin.formatVersion)
  const diff: CorrectionDiff = { changes: [], conflicts: [], wrong: [], untaken: [], strange, otherVersion }
  const twice = findRepeatedNumbers(rows)
  for (const row of twice) diff.untaken.push({ row, why: 'twice' })
  for (const { index, row, stamp } of rows) {
    if (twice.has(row)) continue
    const place = conversion.find(row)
    const why = getIgnoredReason(conversion, { place, row, stamp }, origin)
    if (why) diff.untaken.push({ row: row || (sheet.numbers[index] ?? 0), why })
    else if (stamp) diffRow(conversion, { sheet, index, ...places }, { place, stamp }, diff)
  }
  return diff
}

function findRepeatedNumbers(rows: readonly WorkbookRow[]): Set<number> {
  const seen = new Set<number>()
  return new Set(rows.flatMap(({ row }) => (row > 0 && seen.size === seen.add(row).size ? [row] : [])))
}

function getIgnoredReason(
  conversion: SheetConversion,
  { place, row, stamp }: { place: number; row: number; stamp: RowStamp | null },
  origin: WorkbookOrigin,
): IgnoredRowReason | null {
  if (row === 0) return 'unnumbered'
  if (stamp && findStampMismatch(stamp, origin)) return 'other'
  if (place < 0) return 'absent'
  if (stamp?.row === row) return null
  return conversion.errors[place] ? 'notGiven' : 'good'
}

function diffRow(
  conversion: SheetConversion,
  { sheet, index, columns, surplus }: { sheet: Sheet; index: number } & WorkbookColumnPositions,
  { place, stamp }: { place: number; stamp: RowStamp },
  diff: CorrectionDiff,
): void {
  const row = conversion.number(place)
  const sure: CorrectedCell[] = []
  const doubtful: CorrectedCell[] = []
  for (const { column, source } of columns) {
    const { key } = source.target
    const after = getCell(sheet, index, column)
    const [text, before] = [getCellText(after), getCellTextAt(conversion, place, source)]
    if (normalizeCellText(text) === normalizeCellText(before) || hasCellDigest(stamp, key, text)) continue
    const here = parseCellOfRow(conversion, place, source)
    const there = parseCorrectedCell(conversion, place, source, after)
    if (isSame(here, there)) continue
    const untouched = hasCellDigest(stamp, key, before) || (before === '' && !conversion.edits.get(place)?.has(key))
    const isRight = conversion.errors[place]?.[key] === undefined && 'value' in here && here.value !== null
    const change = { row, key, before, after }
    const isOdd = differsInLeadingZeros(source, after, before) || (isRight && isDoubtful(source, after, there))
    if (untouched && !isOdd) sure.push(change)
    else doubtful.push(change)
  }
  const extra = conversion.surplus(place)
  const isGone =
    surplus.length > 0 && surplus.every((column) => getCellText(getCell(sheet, index, column)).trim() === '')
  if (extra.length > 0 && isGone) sure.push({ row, key: '*', before: extra.join(' · '), after: emptyCell })
  if (conversion.discarded.has(place) && sure.length + doubtful.length > 0) diff.untaken.push({ row, why: 'discarded' })
  else if (!conversion.discarded.has(place)) {
    diff.changes.push(...sure)
    diff.conflicts.push(...doubtful)
    if (sure.length + doubtful.length > 0 && conversion.errors[place]) diff.wrong.push(row)
  }
}

function parseCorrectedCell(conversion: SheetConversion, place: number, source: ColumnSource, cell: Cell): ParseResult {
  const otherValues = source.target.field.kindFrom === undefined ? {} : conversion.validate(place).values
  return conversion.reader.read(conversion.index(place), source, cell, otherValues, true)
}

function isSame(here: ParseResult, there: ParseResult): boolean {
  if (!('value' in here) || !('value' in there)) return false
  return JSON.stringify(here.value) === JSON.stringify(there.value)
}

/** Returns whether the user must confirm: the cell becomes invalid, or a program may have converted it. */
function isDoubtful({ target: { field } }: ColumnSource, cell: Cell, there: ParseResult): boolean {
  if ('error' in there || (there.value === null && field.required)) return true
  return cell.kind === 'date' || (cell.kind === 'number' && !isNumericField(field))
}

/** Returns whether two texts differ only in leading zeros, which Excel drops when it opens a CSV. */
function differsInLeadingZeros({ target: { field } }: ColumnSource, cell: Cell, before: string): boolean {
  const bare = (text: string) => normalizeCellText(text).replace(/^0+(?=\d)/, '')
  return !isNumericField(field) && before !== '' && bare(getCellText(cell)) === bare(before)
}
