import { detectCellDateOrder, isDayMonthAmbiguous } from '../../domain/batches/cell-evidence.ts'
import type { ColumnMapping, ColumnTarget } from '../../domain/batches/column-matching.ts'
import { hasCellErrors, toColumnErrors } from '../../domain/batches/rejected-cells.ts'
import { getConditionFieldKeys } from '../../domain/fields/conditions.ts'
import type { CellValue, Field, Row, ValidationContext, Value, Values } from '../../domain/fields/field.ts'
import {
  createValidator,
  isFieldVisibleWithValues,
  type ParseResult,
  type ValidationResult,
} from '../../domain/fields/values.ts'
import { normalizeRecordKey } from '../../domain/lists/list.ts'
import { type ListJoin, removePendingFieldErrors } from '../../domain/lists/list-join.ts'
import { createRowFiller, type PrefillSources } from '../../domain/requests/prefill.ts'
import { formatShortDate } from '../../domain/time/date.ts'
import { type Cell, getCellText } from '../files/cell.ts'
import { copiedFromMergeFlag, firstDisplayTextId, getCell, type Sheet } from '../files/sheet.ts'
import type { ColumnParseSettings } from './column-question.ts'
import {
  type ColumnSource,
  createColumnSources,
  type DefaultFieldTexts,
  isParseResultCacheable,
  parseSourceCell,
  unmappedColumnIndex,
} from './column-sources.ts'
import { FileIndex } from './file-index.ts'
import type { ListRecordJoiner } from './list-joiner.ts'

const maxCachedReadings = 10_000

export type CellEdits = ReadonlyMap<string, Cell>

interface RowSources {
  joining?: ListRecordJoiner | undefined
  fills?: DefaultFieldTexts
  /** Sources of default values for required fields. If undefined, no defaults are filled in. */
  sources?: PrefillSources | undefined
}

/** Reads and validates single rows. Stores no rows, so memory use does not grow with the sheet. */
export class RowReader {
  readonly sheet: Sheet
  readonly sources: ColumnSource[]
  readonly fields: readonly Field[]
  readonly listJoiner: ListRecordJoiner | undefined
  readonly files = new FileIndex()
  readonly #check: (values: unknown) => ValidationResult
  readonly #fill: ReturnType<typeof createRowFiller> | undefined
  readonly #width: number
  /** Cells merged over two or more mapped columns, as `row:column`. Their value may belong to any of these columns. */
  readonly #wideCells: ReadonlySet<string>

  constructor(
    sheet: Sheet,
    /** Index of the last header row. */
    header: number,
    mapping: ColumnMapping,
    decisions: Readonly<Record<number, ColumnParseSettings>>,
    fields: readonly Field[],
    context: ValidationContext,
    { joining, fills = {}, sources }: RowSources = {},
  ) {
    this.sheet = sheet
    this.listJoiner = joining
    if (sources) this.#fill = createRowFiller(fields, context, sources)
    this.fields = fields
    this.#width = sheet.records?.[header]?.width ?? 0
    this.#check = createValidator(withoutComputed(fields), context)
    this.sources = createColumnSources(mapping, decisions, fields, context, sheet.base, fills)
    this.#wideCells = new Set(
      sheet.merges.flatMap(({ row, column, lastColumn }) => {
        const covered = this.sources.filter((source) => source.column >= column && source.column <= lastColumn)
        return covered.length > 1 ? `${row}:${column}` : []
      }),
    )
  }

  /** Returns whether all mapped columns are empty in a row. Values copied from merged cells above do not count. */
  isBlank(index: number): boolean {
    return this.sources.every(({ column }) => {
      if (column === unmappedColumnIndex) return true
      const kind = this.sheet.columns[column]?.kinds[index] ?? 0
      return kind === 0 || (kind & copiedFromMergeFlag) !== 0
    })
  }

  cell(index: number, source: ColumnSource, edits?: CellEdits): Cell {
    return edits?.get(source.target.key) ?? source.fill ?? getCell(this.sheet, index, source.column)
  }

  /** Returns the cells of a CSV record that have no header. */
  surplus(index: number): string[] {
    const width = Math.min(this.sheet.records?.[index]?.width ?? 0, this.sheet.width)
    const found: string[] = []
    for (let column = this.#width; column < width; column++)
      if (this.sheet.columns[column]?.kinds[index]) found.push(getCellText(getCell(this.sheet, index, column)))
    return found
  }

  validate(index: number, edits?: CellEdits): RowValidation {
    const rowValues: Values = {}
    const errors: Record<string, string> = {}
    const warnings: Record<string, string> = {}
    for (const source of this.sources) {
      const { key } = source.target
      const reading = edits?.has(key)
        ? this.read(index, source, this.cell(index, source, edits), rowValues, true)
        : this.#readCell(index, source, rowValues)
      if (reading === null) continue
      if ('error' in reading) errors[key] = reading.error
      else if (reading.value !== null) {
        setFieldValue(rowValues, source.target, reading.value)
        const isWide = this.#wideCells.size > 0 && this.#wideCells.has(`${this.sheet.numbers[index]}:${source.column}`)
        const warning = reading.warning ?? (isWide ? 'merged' : undefined)
        if (warning !== undefined) warnings[key] = warning
      }
    }
    this.#markAmbiguousDates(index, edits, errors, warnings)
    this.#judgeWidth(index, errors, warnings)
    if (!this.listJoiner) return this.#checked(rowValues, errors, warnings)
    const { put, waits } = this.listJoiner.fill(rowValues, errors)
    const validation = this.#checked(rowValues, errors, warnings)
    removePendingFieldErrors(this.listJoiner.joins, errors)
    // Removes the `hidden` warning from values that a list filled, because the user did not enter them.
    for (const key of Object.keys(put)) if (warnings[key] === 'hidden') delete warnings[key]
    return { ...validation, put, waits }
  }

  /** Returns the list key that a row references, or an empty string. Reads only the cells that the key depends on. */
  recordKey(index: number, { by }: ListJoin): string {
    const rowValues: Values = {}
    const kindFrom = this.sources.find(({ target }) => target.key === by)?.target.field.kindFrom
    for (const source of this.sources) {
      const { key } = source.target
      if (key !== by && key !== kindFrom) continue
      const reading = this.read(index, source, this.cell(index, source), rowValues, false)
      if ('value' in reading && reading.value !== null) setFieldValue(rowValues, source.target, reading.value)
    }
    return rowValues[by] === undefined ? '' : normalizeRecordKey(rowValues[by])
  }

  /** Parses one cell without checks across fields. `rowValues`: values of the row parsed so far. `isTyped`: the user typed the cell. */
  read(index: number, source: ColumnSource, cell: Cell, rowValues: Values, isTyped: boolean): ParseResult {
    const { key, field } = source.target
    const files = field.type === 'file' ? this.files.finder(index, key) : undefined
    return parseSourceCell(source, cell, rowValues, files, isTyped)
  }

  /** Parses one cell of the sheet, with a cache by stored value. Returns `null` if the cell is empty. */
  #readCell(index: number, source: ColumnSource, rowValues: Values): ParseResult | null {
    if (source.fill) return this.read(index, source, source.fill, rowValues, false)
    const store = this.sheet.columns[source.column]
    const kind = store?.kinds[index] ?? 0
    if (store === undefined || kind === 0) return null
    const format = store.formats?.[index] ?? 0
    if (!isParseResultCacheable(source) || format >= firstDisplayTextId)
      return this.read(index, source, getCell(this.sheet, index, source.column), rowValues, false)
    // The kind includes the flags of merged cells, which add a warning.
    const cacheKey = format * 256 + kind
    const known = source.known.get(cacheKey) ?? new Map<number, ParseResult>()
    if (known.size === 0) source.known.set(cacheKey, known)
    const value = store.values[index] as number
    const cached = known.get(value)
    if (cached) return cached
    const reading = this.read(index, source, getCell(this.sheet, index, source.column), rowValues, false)
    const isPlain = 'error' in reading || typeof reading.value !== 'object'
    if (isPlain && known.size < maxCachedReadings) known.set(value, reading)
    return reading
  }

  /** Adds a warning to the dates of a row that were read day first, although a date of the row has the month first. */
  #markAmbiguousDates(
    index: number,
    edits: CellEdits | undefined,
    errors: Record<string, string>,
    warnings: Record<string, string>,
  ): void {
    const isMonthFirst = (cell: Cell) => cell.kind === 'text' && detectCellDateOrder(cell.text) === 'mdy'
    const isWarned = this.sources.some(
      ({ column, decision }) => decision.monthFirst && isMonthFirst(getCell(this.sheet, index, column)),
    )
    if (!isWarned) return
    for (const { column, target, decision } of this.sources) {
      const { key, field } = target
      if (field.type !== 'date' || decision.dateOrder === 'mdy' || errors[key] !== undefined || edits?.has(key))
        continue
      const cell = getCell(this.sheet, index, column)
      const text = cell.kind === 'text' ? cell.text : cell.kind === 'date' ? formatShortDate(cell.iso) : ''
      if (isDayMonthAmbiguous(text)) warnings[key] ??= 'monthFirst'
    }
  }

  #judgeWidth(index: number, errors: Record<string, string>, warnings: Record<string, string>): void {
    const width = this.sheet.records?.[index]?.width
    if (width === undefined) return
    if (width < this.#width) warnings['*'] = 'short'
    if (this.surplus(index).length > 0) errors['*'] = 'row'
  }

  #checked(rowValues: Values, errors: Record<string, string>, warnings: Record<string, string>): RowValidation {
    const filled = this.#fill?.(rowValues, errors) ?? []
    const checked = this.#check(rowValues)
    for (const key of filled) warnings[key] = 'filled'
    for (const [cell, code] of Object.entries(toColumnErrors(checked.errors))) {
      const isHeld = errors[cell] !== undefined || (code === 'required' && hasCellErrors(errors, cell))
      if (!isHeld) errors[cell] = code
    }
    const values: Values = {}
    for (const key of Object.keys(rowValues)) {
      const value = checked.values[key]
      if (value !== undefined) values[key] = value
    }
    Object.assign(warnings, toColumnErrors(checked.warnings))
    for (const field of this.fields) this.#judgeHidden(field, rowValues, { values, errors, warnings })
    return { values, errors, warnings }
  }

  /** Drops the value of a hidden field, valid or not. Retains the value if a field that controls the visibility has an error. */
  #judgeHidden(field: Field, rowValues: Values, { values, errors, warnings }: RowValidation): void {
    const { key, visibleIf } = field
    if (!visibleIf || (errors[key] === undefined && warnings[key] !== 'hidden')) return
    if (getConditionFieldKeys(visibleIf).some((tested) => errors[tested] !== undefined)) {
      const value = rowValues[key]
      if (value !== undefined) values[key] = value
      delete warnings[key]
    } else if (!isFieldVisibleWithValues(field, values)) {
      delete errors[key]
      warnings[key] = 'hidden'
    }
  }
}

/** Returns the fields that a sheet can fill. Omits computed fields, because the server calculates them. */
function withoutComputed(fields: readonly Field[]): Field[] {
  const isTyped = ({ type }: Pick<Field, 'type'>) => type !== 'computed'
  return fields
    .filter(isTyped)
    .map((field) => (field.columns ? { ...field, columns: field.columns.filter(isTyped) } : field))
}

/** Validation result of a row. Keys are column keys, keys of fields without a column, or `*` for the whole row. */
export interface RowValidation {
  /** Canonical values. Omits invalid, hidden and computed fields. */
  values: Values
  errors: Record<string, string>
  warnings: Record<string, string>
  put?: Values
  /** True if the row needs a list record that is not loaded yet. */
  waits?: boolean
}

/** Stores a value at its column's target: a field of the row, or a cell of a table row. */
export function setFieldValue(rowValues: Values, { key, field, table }: ColumnTarget, value: Value): void {
  if (!table) {
    rowValues[key] = value
    return
  }
  const rows = (rowValues[table.key] ?? []) as Row[]
  rowValues[table.key] = rows
  while (rows.length < table.index) rows.push({})
  const row = rows[table.index - 1] as Row
  row[field.key] = value as CellValue
}
