import { computerFor } from './computed.ts'
import { byVisibility, isNeeded, isShown } from './conditions.ts'
import type { ErrorCode } from './errors.ts'
import type { Context, Field, Row, Value, Values } from './field.ts'
import { countBound } from './fields/bound.ts'
import { isExcelError } from './fields/excel-error.ts'
import type { Judge, Reading } from './fields/kind.ts'
import { kinds } from './fields/kinds.ts'
import { keysIn, type Near, own, within } from './near.ts'
import type { WarningCode } from './warnings.ts'

export interface Checked {
  /** What is right, canonical, with the computed values; what is in error is left out. */
  values: Values
  /** Key, or `items.0.cantidad` in a table (`*` for what is no row at all), to code. */
  errors: Record<string, ErrorCode>
  warnings: Record<string, WarningCode>
}

/** Judges the cells of one row, the whole request or a table's row, noting under `prefix` what is wrong. */
type Cells = (given: object, outer: Near, prefix: string, checked: Checked) => Values
type Rows = (value: Value, near: Near, key: string, checked: Checked) => Row[] | undefined

/** However a format was made, no table is longer than this. */
const mostRows = 1_000

/** Prepares the judgement of many rows of one format; see `checkValues`. */
export function checkerFor(fields: readonly Field[], context: Context): (values: unknown) => Checked {
  const cells = cellsFor(fields, context)
  const compute = computerFor(fields)
  return (given) => {
    const checked: Checked = { values: {}, errors: {}, warnings: {} }
    if (!isRecord(given)) checked.errors['*'] = 'row'
    else checked.values = cells(given, () => undefined, '', checked)
    compute(checked.values)
    return checked
  }
}

function cellsFor(fields: readonly Field[], context: Context): Cells {
  const typed = fields.filter((field) => field.type !== 'computed')
  const order = byVisibility(typed)
  const keys = keysIn(typed)
  const cells = typed.map((field) => ({
    field,
    judge: kinds[field.type].judge(field, context),
    rows: field.type === 'table' ? rowsFor(field, context) : undefined,
  }))
  return (given, outer, prefix, checked) => {
    const kept: Values = {}
    const near = within(kept, keys, outer)
    const hidden = new Set<string>()
    for (const field of order) {
      const value = own(given, field.key)
      if (!isShown(field, near)) {
        hidden.add(field.key)
        if (!isAbsent(value)) checked.warnings[prefix + field.key] = 'hidden'
      } else if (value !== undefined && !isAbsent(value)) kept[field.key] = value
    }
    const values: Values = {}
    for (const { field, judge, rows } of cells) {
      const key = prefix + field.key
      const value = own(kept, field.key)
      const judged =
        value === undefined
          ? undefined
          : rows
            ? rows(value, near, key, checked)
            : note(judge, value, near, key, checked)
      if (judged !== undefined && judged !== '') values[field.key] = judged
      else if (checked.errors[key] === undefined && !hidden.has(field.key) && isNeeded(field, near))
        checked.errors[key] = 'required'
    }
    return values
  }
}

function note(judge: Judge, value: Value, near: Near, key: string, checked: Checked): Value | undefined {
  const reading: Reading =
    typeof value === 'string' && isExcelError(value) ? { error: 'excelError' } : judge(value, near)
  if ('error' in reading) {
    checked.errors[key] = reading.error
    return undefined
  }
  if (reading.warning !== undefined) checked.warnings[key] = reading.warning
  return reading.value ?? undefined
}

/** Rows without any value are left out; errors keep the places that the rows had. */
function rowsFor(table: Field, context: Context): Rows {
  const columns = table.columns ?? []
  const cells = cellsFor(columns, context)
  const typed = columns.filter((column) => column.type !== 'computed')
  const most = Math.min(countBound(table.max, 200), mostRows)
  const least = countBound(table.min, 0)
  return (value, near, key, checked) => {
    const given: unknown[] | null = Array.isArray(value) ? value : null
    if (given === null || given.length > mostRows) {
      checked.errors[key] = given === null ? 'invalid' : 'max'
      return undefined
    }
    const rows: Row[] = []
    given.forEach((row, i) => {
      if (!isRecord(row)) checked.errors[`${key}.${i}`] = 'invalid'
      else if (typed.some((column) => !isAbsent(own(row, column.key))))
        rows.push(cells(row, near, `${key}.${i}.`, checked) as Row)
    })
    if (rows.length > most) checked.errors[key] = 'max'
    else if (rows.length > 0 && rows.length < least) checked.errors[key] = 'min'
    return rows.length === 0 || checked.errors[key] !== undefined ? undefined : rows
  }
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isAbsent(value: Value | undefined): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'string' ? value.trim() === '' : Array.isArray(value) && value.length === 0
}
