import type { ErrorCode } from '../errors.ts'
import { detectExcelError, findInvalidTextPath } from '../text/valid-characters.ts'
import { countBound } from './bound.ts'
import { computerFor } from './computation.ts'
import { byVisibility, isNeeded, isShown } from './conditions.ts'
import type { Context, Field, Row, Value, Values } from './field.ts'
import type { Judge, Reading } from './kind.ts'
import { kinds } from './kinds.ts'
import { isAbsent, isRecord, keysIn, type Lookup, nestedLookup, ownValue } from './scope.ts'
import type { WarningCode } from './warnings.ts'

export interface Checked {
  /** Valid values in canonical form, including computed values. Values with errors are omitted. */
  values: Values
  /** Field key or path of a table cell (`items.0.cantidad`) → error code. `*` if the input is not a row. */
  errors: Record<string, ErrorCode>
  warnings: Record<string, WarningCode>
}

/** Validates one row (the request or a row of a table). Error paths start with `prefix`. */
type Cells = (given: object, outer: Lookup, prefix: string, checked: Checked) => Values
type Rows = (value: Value, lookup: Lookup, key: string, checked: Checked) => Row[] | undefined

/** Maximum rows of a table, even if the format allows more. */
const mostRows = 1_000

/**
 * Prepares the validation of canonical values, once per format for many rows. The returned function works like
 * `checkValues` and never throws.
 */
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
    key: field.key,
    judge: kinds[field.type].judge(field, context),
    rows: field.type === 'table' ? rowsFor(field, context) : undefined,
  }))
  return (given, outer, prefix, checked) => {
    const kept: Values = {}
    const lookup = nestedLookup(kept, keys, outer)
    const hidden = keepVisible(order, given, kept, lookup, prefix, checked)
    const values: Values = {}
    cells.forEach(({ field, key, judge, rows }) => {
      const path = prefix + key
      const value = ownValue(kept, key)
      let judged: Value | undefined
      if (value !== undefined)
        judged = rows ? rows(value, lookup, path, checked) : note(judge, value, lookup, path, checked)
      if (judged !== undefined && judged !== '') values[key] = judged
      else if (isNeeded(field, lookup) && checked.errors[path] === undefined && !hidden.includes(key))
        checked.errors[path] = 'required'
    })
    return values
  }
}

/**
 * Copies visible values to `kept`, each field after the field that its condition names. Returns the keys of hidden
 * fields.
 */
function keepVisible(
  order: Field[],
  given: object,
  kept: Values,
  lookup: Lookup,
  prefix: string,
  checked: Checked,
): string[] {
  const hidden: string[] = []
  order.forEach((field) => {
    const { key } = field
    const value = ownValue(given, key)
    const there = value !== undefined && !isAbsent(value)
    if (field.visibleIf === undefined || isShown(field, lookup)) {
      if (there) kept[key] = value
    } else {
      hidden.push(key)
      if (there) checked.warnings[prefix + key] = 'hidden'
    }
  })
  return hidden
}

function note(judge: Judge, value: Value, lookup: Lookup, path: string, checked: Checked): Value | undefined {
  const failed = typeof value === 'string' ? detectExcelError(value) : undefined
  const reading: Reading = failed ? { error: failed } : judge(value, lookup)
  if ('error' in reading) {
    checked.errors[path] = reading.error
    return undefined
  }
  if (reading.value !== value && findInvalidTextPath(value) !== undefined) {
    checked.errors[path] = 'characters'
    return undefined
  }
  if (reading.warning !== undefined) checked.warnings[path] = reading.warning
  return reading.value ?? undefined
}

/**
 * Prepares the validation of table rows. Empty rows are dropped, but error paths use the original row index
 * (zero-based).
 */
function rowsFor(table: Field, context: Context): Rows {
  const columns = table.columns ?? []
  const cells = cellsFor(columns, context)
  const typed = columns.filter((column) => column.type !== 'computed')
  const most = Math.min(countBound(table.max, 200), mostRows)
  const least = countBound(table.min, 0)
  return (value, lookup, key, checked) => {
    const given: unknown[] | null = Array.isArray(value) ? value : null
    if (given === null || given.length > mostRows) {
      checked.errors[key] = given === null ? 'invalid' : 'max'
      return undefined
    }
    const rows: Row[] = []
    given.forEach((row, i) => {
      if (!isRecord(row)) checked.errors[`${key}.${i}`] = 'invalid'
      else if (typed.some((column) => !isAbsent(ownValue(row, column.key) ?? '')))
        rows.push(cells(row, lookup, `${key}.${i}.`, checked) as Row)
    })
    if (rows.length > most) checked.errors[key] = 'max'
    else if (rows.length > 0 && rows.length < least) checked.errors[key] = 'min'
    return rows.length === 0 || checked.errors[key] !== undefined ? undefined : rows
  }
}
