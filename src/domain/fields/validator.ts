import type { ErrorCode } from '../errors.ts'
import { detectExcelError, findInvalidTextPath } from '../text/valid-characters.ts'
import { parseCountBound } from './bound.ts'
import { createFieldCalculator } from './computation.ts'
import { isFieldRequired, isFieldVisible, sortByVisibilityDependency } from './conditions.ts'
import type { Field, Row, ValidationContext, Value, Values } from './field.ts'
import type { ParseResult, ValueValidator } from './field-type-handler.ts'
import { fieldTypeHandlers } from './field-type-handlers.ts'
import {
  createRowValueLookup,
  getFieldKeys,
  getOwnValue,
  isEmptyValue,
  isPlainObject,
  type ValueLookup,
} from './value-lookup.ts'
import type { WarningCode } from './warnings.ts'

export interface ValidationResult {
  /** Valid values in canonical form, including computed values. Values with errors are omitted. */
  values: Values
  /** Error code by field key or path of a table cell (`items.0.cantidad`). Key `*` if the input is not a row. */
  errors: Record<string, ErrorCode>
  warnings: Record<string, WarningCode>
}

/** Validates the values of a request or of a table row. Error paths start with `prefix`. */
type RowValidator = (input: object, outer: ValueLookup, prefix: string, result: ValidationResult) => Values
type TableValidator = (value: Value, lookup: ValueLookup, key: string, result: ValidationResult) => Row[] | undefined

/** Maximum number of rows in a table, even if the format allows more. */
const maxTableRows = 1_000

/** Prepares the validation of canonical values, once per format for many rows. The returned function never throws. */
export function createValidator(
  fields: readonly Field[],
  context: ValidationContext,
): (values: unknown) => ValidationResult {
  const cells = createRowValidator(fields, context)
  const compute = createFieldCalculator(fields)
  return (input) => {
    const checked: ValidationResult = { values: {}, errors: {}, warnings: {} }
    if (!isPlainObject(input)) checked.errors['*'] = 'row'
    else checked.values = cells(input, () => undefined, '', checked)
    compute(checked.values)
    return checked
  }
}

function createRowValidator(fields: readonly Field[], context: ValidationContext): RowValidator {
  const typed = fields.filter((field) => field.type !== 'computed')
  const order = sortByVisibilityDependency(typed)
  const keys = getFieldKeys(typed)
  const cells = typed.map((field) => ({
    field,
    key: field.key,
    validate: fieldTypeHandlers[field.type].createValidator(field, context),
    rows: field.type === 'table' ? createTableValidator(field, context) : undefined,
  }))
  return (input, outer, prefix, result) => {
    const visibleValues: Values = {}
    const lookup = createRowValueLookup(visibleValues, keys, outer)
    const hidden = copyVisibleValues(order, input, visibleValues, lookup, prefix, result)
    const values: Values = {}
    cells.forEach(({ field, key, validate, rows }) => {
      const path = prefix + key
      const value = getOwnValue(visibleValues, key)
      let validated: Value | undefined
      if (value !== undefined)
        validated = rows ? rows(value, lookup, path, result) : validateCell(validate, value, lookup, path, result)
      if (validated !== undefined && validated !== '') values[key] = validated
      else if (isFieldRequired(field, lookup) && result.errors[path] === undefined && !hidden.includes(key))
        result.errors[path] = 'required'
    })
    return values
  }
}

/**
 * Copies the values of visible fields to `visible`. Copies a field after the field that its condition references. Returns the keys of hidden fields.
 */
function copyVisibleValues(
  order: Field[],
  input: object,
  visible: Values,
  lookup: ValueLookup,
  prefix: string,
  result: ValidationResult,
): string[] {
  const hidden: string[] = []
  order.forEach((field) => {
    const { key } = field
    const value = getOwnValue(input, key)
    const there = value !== undefined && !isEmptyValue(value)
    if (field.visibleIf === undefined || isFieldVisible(field, lookup)) {
      if (there) visible[key] = value
    } else {
      hidden.push(key)
      if (there) result.warnings[prefix + key] = 'hidden'
    }
  })
  return hidden
}

function validateCell(
  validate: ValueValidator,
  value: Value,
  lookup: ValueLookup,
  path: string,
  result: ValidationResult,
): Value | undefined {
  const failed = typeof value === 'string' ? detectExcelError(value) : undefined
  const reading: ParseResult = failed ? { error: failed } : validate(value, lookup)
  if ('error' in reading) {
    result.errors[path] = reading.error
    return undefined
  }
  if (reading.value !== value && findInvalidTextPath(value) !== undefined) {
    result.errors[path] = 'characters'
    return undefined
  }
  if (reading.warning !== undefined) result.warnings[path] = reading.warning
  return reading.value ?? undefined
}

/** Prepares the validation of table rows. Drops empty rows, but error paths contain the original row index (zero-based). */
function createTableValidator(table: Field, context: ValidationContext): TableValidator {
  const columns = table.columns ?? []
  const cells = createRowValidator(columns, context)
  const typed = columns.filter((column) => column.type !== 'computed')
  const maxRows = Math.min(parseCountBound(table.max, 200), maxTableRows)
  const minRows = parseCountBound(table.min, 0)
  return (value, lookup, key, result) => {
    const inputRows: unknown[] | null = Array.isArray(value) ? value : null
    if (inputRows === null || inputRows.length > maxTableRows) {
      result.errors[key] = inputRows === null ? 'invalid' : 'max'
      return undefined
    }
    const rows: Row[] = []
    inputRows.forEach((row, i) => {
      if (!isPlainObject(row)) result.errors[`${key}.${i}`] = 'invalid'
      else if (typed.some((column) => !isEmptyValue(getOwnValue(row, column.key) ?? '')))
        rows.push(cells(row, lookup, `${key}.${i}.`, result) as Row)
    })
    if (rows.length > maxRows) result.errors[key] = 'max'
    else if (rows.length > 0 && rows.length < minRows) result.errors[key] = 'min'
    return rows.length === 0 || result.errors[key] !== undefined ? undefined : rows
  }
}
