import { isNumericField } from '../../domain/fields/field-types.ts'
import { formatValue, type ParseResult } from '../../domain/fields/values.ts'
import { formatLongDate, formatShortDate } from '../../domain/time/date.ts'
import { getDisplayedText } from '../files/cell.ts'
import type { ColumnSource } from '../reading/column-sources.ts'
import type { SuspiciousRow } from '../reading/suspicious-rows.ts'
import { type CellErrorGroup, getCellTextAt, groupErrors, parseCellOfRow } from './error-groups.ts'
import type { SheetConversion } from './sheet-conversion.ts'

export interface ConversionOverview {
  total: number
  valid: number
  error: number
  discarded: number
  warned: number
  ignoredBlank: number
  /** Suspicious rows that the user neither discarded nor confirmed. */
  offered: SuspiciousRow[]
  /** Rows whose cells are equal to the cells of an earlier row. */
  same: RepeatedRowSummary
  groups: CellErrorGroup[]
  /** Numbers of steps that can be undone and redone. */
  undoable: number
  redoable: number
}

/** Counts the rows by status. Runs after each change; for speed, it reads only cells with errors. */
export function summarizeConversion(conversion: SheetConversion): Omit<ConversionOverview, 'undoable' | 'redoable'> {
  const { discarded, errors, warnings, confirmed } = conversion
  const isOpen = (row: number) => !discarded.has(row) && !confirmed.has(row)
  const counts = { valid: 0, error: 0, discarded: 0, warned: 0 }
  for (let row = 0; row < conversion.count; row++) {
    counts[discarded.has(row) ? 'discarded' : errors[row] ? 'error' : 'valid']++
    if (!discarded.has(row) && warnings[row]) counts.warned++
  }
  const groups = groupErrors(conversion)
  return {
    total: conversion.count,
    ...counts,
    ignoredBlank: conversion.rows.ignoredBlank,
    offered: conversion.offered.filter(({ row }) => isOpen(conversion.find(row))),
    same: listRepeatedRows(conversion),
    groups,
  }
}

export type RowFilter = 'all' | 'errors' | 'warnings' | 'discarded' | { key: string; code: string }

/** Returns the positions of the rows that match a filter. */
export function filterRows({ count, discarded, errors, warnings }: SheetConversion, filter: RowFilter): number[] {
  const passes = (row: number): boolean => {
    if (filter === 'all') return true
    if (filter === 'discarded') return discarded.has(row)
    if (discarded.has(row)) return false
    if (filter === 'errors') return errors[row] !== undefined
    return filter === 'warnings' ? warnings[row] !== undefined : errors[row]?.[filter.key] === filter.code
  }
  return Array.from({ length: count }, (_, row) => row).filter(passes)
}

export interface CellView {
  text: string
  /** Text that the sheet displays, if it differs from `text`. */
  shown?: string
  error?: string
  warning?: string
  suggestion?: string
  /** Interpreted value as formatted text. Set only if `text` is ambiguous or a default value was filled in. */
  understood?: string
  edited?: true
  /** List that fills this cell. `fixed`: the list replaces typed values; otherwise it only fills empty cells. */
  listed?: { name: string; fixed: boolean }
}

export interface RowView {
  row: number
  /** One-based line number in the file where the row starts. Set only for a CSV. */
  line?: number
  status: 'valid' | 'error' | 'discarded'
  cells: Record<string, CellView>
  /** Errors of the whole row (`*`) and of fields without a column. */
  errors: Record<string, string>
  warnings: Record<string, string>
  /** Cells beyond the headers of the file. */
  surplus?: readonly string[]
}

/** Returns the row at a position, with errors, warnings and suggestions for each cell. */
export function getRowView(conversion: SheetConversion, row: number): RowView {
  const errors = { ...conversion.errors[row] }
  const warnings = { ...conversion.warnings[row] }
  const status = conversion.discarded.has(row) ? 'discarded' : conversion.errors[row] ? 'error' : 'valid'
  const cells: Record<string, CellView> = {}
  const edits = conversion.edits.get(row)
  for (const source of conversion.reader.sources) {
    const { key } = source.target
    const cell: CellView = { text: getCellTextAt(conversion, row, source) }
    cells[key] = cell
    const listed =
      conversion.getListValue(row, key) === undefined ? undefined : conversion.reader.listJoiner?.joinOf(key)
    if (listed) cell.listed = { name: listed.name, fixed: listed.fixed }
    const shown = getDisplayedText(conversion.reader.cell(conversion.index(row), source, edits))
    if (!listed && shown !== cell.text) cell.shown = shown
    if (edits?.has(key)) cell.edited = true
    const [error, warning] = [errors[key], warnings[key]]
    if (warning !== undefined) cell.warning = warning
    if (error !== undefined) {
      cell.error = error
      const reading = parseCellOfRow(conversion, row, source)
      if ('error' in reading && reading.suggestion !== undefined) cell.suggestion = reading.suggestion
    } else {
      const value = warning === 'filled' ? conversion.validate(row).values[key] : undefined
      if (value !== undefined) cell.understood = formatValue(source.target.field, value)
      const understood = formatInterpretedValue(source, cell.text, parseCellOfRow(conversion, row, source))
      if (understood !== undefined) cell.understood = understood
    }
    delete errors[key]
    delete warnings[key]
  }
  const view: RowView = { row: conversion.number(row), status, cells, errors, warnings }
  const surplus = conversion.surplus(row)
  if (surplus.length > 0) view.surplus = surplus
  const line = conversion.reader.sheet.records?.[conversion.index(row)]?.line
  return line === undefined ? view : { ...view, line }
}

/** Returns the value of an ambiguous text, else undefined: `3/4/25`, month first → `4 de marzo de 2025`. */
function formatInterpretedValue(
  { target, decision }: ColumnSource,
  text: string,
  reading: ParseResult,
): string | undefined {
  if ('error' in reading || typeof reading.value !== 'string') return undefined
  const { value, warning } = reading
  const { field } = target
  if (field.type === 'date')
    return decision.dateOrder === 'mdy' || !text.includes(formatShortDate(value)) ? formatLongDate(value) : undefined
  if (field.type === 'idDocument')
    return decision.zeros === 'fill' && value.startsWith('0') && !text.includes(value) ? value : undefined
  const isOpen = decision.decimal === '.' || warning === 'separator'
  return isNumericField(field) && isOpen ? formatValue(field, value) : undefined
}

interface RepeatedRowSummary {
  count: number
  /** First 50 repeated rows. `of` is the row that `row` repeats; both are row numbers as Excel shows them. */
  rows: { row: number; of: number }[]
}

const shown = 50

/** Finds rows that repeat an earlier row. Skips a pair if the user edited or discarded one of its rows, or confirmed the repeated row, and rows that are offered as suspicious. */
function listRepeatedRows(conversion: SheetConversion): RepeatedRowSummary {
  const pairs = Array.from(iterateUnchangedRepeats(conversion))
  const rows = pairs.slice(0, shown).map(([row, of]) => ({ row: conversion.number(row), of: conversion.number(of) }))
  return { count: pairs.length, rows }
}

export const listRepeatedPositions = (conversion: SheetConversion) =>
  Array.from(iterateUnchangedRepeats(conversion), ([row]) => row)

function* iterateUnchangedRepeats(conversion: SheetConversion): Generator<[row: number, of: number]> {
  const { repeated, discarded, edits, confirmed } = conversion
  // An answer about equal records must not answer the question whether a row is a record.
  const offered = new Set(conversion.offered.map(({ row }) => conversion.find(row)))
  const isAsItWas = (row: number) => !discarded.has(row) && !edits.has(row)
  for (let row = 0; row < repeated.length; row++) {
    const of = repeated[row] as number
    if (of >= 0 && !confirmed.has(row) && !offered.has(row) && isAsItWas(row) && isAsItWas(of)) yield [row, of]
  }
}
