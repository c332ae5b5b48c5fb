import type { FileLookup } from '../../domain/attachments/file-names.ts'
import {
  detectCellDateOrder,
  detectCellDecimalSeparator,
  isNotAvailable,
  looksLikeDateSerial,
} from '../../domain/batches/cell-evidence.ts'
import { type ColumnMapping, type ColumnTarget, findColumnTarget } from '../../domain/batches/column-matching.ts'
import { isDayMonthSwappable, swapDayAndMonth } from '../../domain/fields/date-text.ts'
import type { Column, Field, ValidationContext, Values } from '../../domain/fields/field.ts'
import type { ParseHints, ParseResult } from '../../domain/fields/field-type-handler.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { isIdDocumentKind } from '../../domain/fields/id-document.ts'
import { createValueParser } from '../../domain/fields/values.ts'
import { removeFormulaProtection } from '../../domain/text/csv.ts'
import { serialToDate } from '../../domain/time/date.ts'
import { type Cell, getCellText, padWithZeros } from '../files/cell.ts'
import { formatExactDecimal } from '../files/number-formatting.ts'
import type { Sheet } from '../files/sheet.ts'
import type { CellParser, ColumnParseSettings } from './column-question.ts'
import { restoreLeadingZeros } from './leading-zeros.ts'

/** Column index of fields without a column in the sheet; the user may enter one value for all rows. */
export const unmappedColumnIndex = -1

export interface ColumnSource {
  column: number
  target: ColumnTarget
  read: CellParser
  decision: ColumnParseSettings
  hints: ColumnHints
  /** Parsed cells by format and kind, then by stored value. Cached, because most values occur often. */
  known: Map<number, Map<number, ParseResult>>
  /** Cell used for every row if no column is mapped to the field. */
  fill?: Cell
}

/** Texts for fields without a column, equal in all rows, by field key. */
export type DefaultFieldTexts = Readonly<Record<string, string>>

type ColumnHints = Readonly<ParseHints & { serial?: boolean }>

/** Returns the columns in the order in which they are read: identity numbers after the column with their types. */
export function createColumnSources(
  mapping: ColumnMapping,
  decisions: Readonly<Record<number, ColumnParseSettings>>,
  fields: readonly Field[],
  context: ValidationContext,
  base: Sheet['base'],
  fills: DefaultFieldTexts = {},
): ColumnSource[] {
  const sourceOf = (column: number, target: ColumnTarget, decision: ColumnParseSettings): ColumnSource => {
    const { serial, dateOrder, decimal } = decision
    const hints = { base, ...(serial && { serial }), ...(dateOrder && { dateOrder }), ...(decimal && { decimal }) }
    const read = createCellParser(target.field, context)
    return { column, target, read, decision, hints, known: new Map() }
  }
  const sources = Object.entries(mapping).flatMap(([column, key]): ColumnSource[] => {
    const target = findColumnTarget(key, fields)
    return target ? [sourceOf(Number(column), target, decisions[Number(column)] ?? {})] : []
  })
  const filled = new Set(sources.map(({ target }) => target.table?.key ?? target.key))
  for (const field of fields) {
    const target = filled.has(field.key) ? undefined : findColumnTarget(field.key, fields)
    if (!target) continue
    const text = fills[field.key] ?? ''
    const source = sourceOf(unmappedColumnIndex, target, {})
    sources.push(text === '' ? source : { ...source, fill: { kind: 'text', text } })
  }
  const isLate = ({ target }: ColumnSource) => (target.field.kindFrom === undefined ? 0 : 1)
  return sources.sort((a, b) => isLate(a) - isLate(b) || a.column - b.column)
}

/** Returns whether equal cells of a column always give equal values, so that parsed values can be cached. */
export function isParseResultCacheable({ target: { field } }: ColumnSource): boolean {
  return field.kindFrom === undefined && field.type !== 'file'
}

/** Parses one cell with its column's settings. `isTyped`: the user typed the text, so it may use the other decimal separator. */
export function parseSourceCell(
  source: ColumnSource,
  cell: Cell,
  rowValues: Values,
  files: FileLookup | undefined,
  isTyped: boolean,
): ParseResult {
  const { target, read, decision } = source
  const { field } = target
  // Uses one object for all cells, because an object per cell would take a third of the time for a million cells.
  let hints = files ? { ...source.hints, files } : source.hints
  if (cell.kind === 'text') {
    if (decision.waiting === 'dateOrder' && detectCellDateOrder(cell.text) !== null) return { error: 'conflict' }
    if (decision.waiting === 'decimal' || decision.contradicted || (isTyped && decision.decimal)) {
      const sign = detectCellDecimalSeparator(cell.text, field.type)
      if (decision.waiting && sign !== null && !(isTyped && sign !== 'open')) return { error: 'conflict' }
      if (sign !== null && sign !== 'open' && sign !== decision.decimal) {
        if (!isTyped) return { error: 'number' }
        hints = { ...hints, decimal: sign }
      }
    }
  }
  if (cell.kind === 'date' && decision.doubtfulDates && isDayMonthSwappable(cell.iso)) {
    if (decision.waiting) return { error: 'conflict' }
    if (decision.dateOrder === 'mdy' || decision.swapped)
      return read({ ...cell, iso: swapDayAndMonth(cell.iso) }, hints)
  }
  const kind = field.kindFrom === undefined ? undefined : rowValues[field.kindFrom]
  if (isIdDocumentKind(kind)) hints = { ...hints, kind }
  return decision.zeros === undefined || decision.zeros === 'keep' || isTyped
    ? read(cell, hints)
    : parseWithZeros(source, cell, hints)
}

function parseWithZeros({ read, target, decision }: ColumnSource, cell: Cell, hints: ParseHints): ParseResult {
  const { zeros, digits = {} } = decision
  const filled = restoreLeadingZeros(cell, { read, digits, field: target.field, kind: hints.kind })
  if (filled === null) return read(cell, hints)
  if (zeros === 'fill') return read({ kind: 'text', text: filled }, hints)
  const reading = read(cell, hints)
  return 'value' in reading ? { ...reading, warning: 'zeros' } : reading
}

export function createCellParser(field: Column, context: ValidationContext): CellParser {
  const { text, number } = createValueParser(field, context)
  const isDate = field.type === 'date'
  const numeric = isNumericField(field)

  const day = (cell: Cell & { kind: 'date' }): ParseResult => {
    const reading = text(cell.iso || getCellText(cell))
    return cell.time !== undefined && 'value' in reading ? { ...reading, warning: 'time' } : reading
  }
  const serial = (digits: string, hints: ParseHints): ParseResult => {
    const iso = serialToDate(Number.parseFloat(digits.replace(',', '.')), hints.base)
    const reading: ParseResult = iso === null ? { error: 'date' } : text(iso)
    return 'value' in reading && /[.,]/.test(digits) ? { ...reading, warning: 'time' } : reading
  }
  const plain: CellParser = (cell, hints) => {
    switch (cell.kind) {
      case 'empty':
        return { value: null }
      case 'error':
        return { error: cell.text === '' ? 'formula' : 'excelError' }
      case 'text': {
        const typed = removeFormulaProtection(cell.text)
        if (isNotAvailable(field, typed)) return { error: 'excelError' }
        return isDate && hints.serial && looksLikeDateSerial(typed) ? serial(typed.trim(), hints) : text(typed, hints)
      }
      case 'number':
        if (isDate)
          return hints.serial
            ? serial(formatExactDecimal(cell.value), hints)
            : text(formatExactDecimal(cell.value), hints)
        if (cell.zeros !== undefined && !numeric) return text(padWithZeros(cell.value, cell.zeros), hints)
        return number(cell.value, cell.percent ? { ...hints, percentCell: true } : hints)
      case 'date': {
        if (isDate) return day(cell)
        const reading = text(getCellText(cell), hints)
        return 'value' in reading ? { ...reading, warning: 'displayed' } : reading
      }
      case 'boolean':
        return text(field.type === 'boolean' ? (cell.value ? 'Sí' : 'No') : getCellText(cell), hints)
    }
  }
  return (cell, hints) => {
    const reading = plain(cell, hints)
    if (!cell.merged || 'error' in reading || reading.value === null) return reading
    return { warning: 'merged', ...reading }
  }
}
