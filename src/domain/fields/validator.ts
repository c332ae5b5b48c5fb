import type { ErrorCode } from '../errors.ts'
import { detectExcelError, findInvalidTextPath } from '../text/valid-characters.ts'
import { parseCountBound } from './bound.ts'
import { createFieldCalculator } from './computation.ts'
import { isFieldRequired, isFieldVisible, sortByVisibilityDependency } from './conditions.ts'
import type { Field, Row, ValidationContext, Value, Values } from './field.ts'
import type { ParseResult, ValueValidator } from './field-type-handler.ts'
import { fieldTypeHandlers } from './field-type-handlers.ts'
import { getFieldKeys, getOwnValue, isEmptyValue, isPlainObject, type ValueLookup } from './value-lookup.ts'
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

const maxCachedResults = 5_000

/** Maximum number of rows in a table, even if the format allows more. */
const maxTableRows = 1_000

const findNothing: ValueLookup = () => undefined

/** Prepares the validation of canonical values for many rows of a format. Never throws. `isCached`: caches the results of repeated texts. */
export function createValidator(
  fields: readonly Field[],
  context: ValidationContext,
  isCached = false,
): (values: unknown) => ValidationResult {
  const cells = createRowValidator(fields, context, isCached)
  const compute = createFieldCalculator(fields)
  return (input) => {
    const checked: ValidationResult = { values: {}, errors: {}, warnings: {} }
    if (!isPlainObject(input)) checked.errors['*'] = 'row'
    else checked.values = cells(input, findNothing, '', checked)
    compute(checked.values)
    return checked
  }
}

function createRowValidator(fields: readonly Field[], context: ValidationContext, isCached: boolean): RowValidator {
  const typed = fields.filter((field) => field.type !== 'computed')
  const conditional = sortByVisibilityDependency(typed).filter(({ visibleIf }) => visibleIf !== undefined)
  const keys = getFieldKeys(typed)
  const cells = typed.map((field) => ({
    field,
    key: field.key,
    validate: createCellValidator(field, context, isCached),
    rows: field.type === 'table' ? createTableValidator(field, context, isCached) : undefined,
  }))
  return (input, outer, prefix, result) => {
    // Contains each conditional field until its condition is met, so that conditions do not read values of hidden fields.
    const hidden = getFieldKeys(conditional)
    const lookup: ValueLookup = (key) => (keys.has(key) ? getVisibleValue(input, key, hidden) : outer(key))
    conditional.forEach((field) => {
      if (isFieldVisible(field, lookup)) hidden.delete(field.key)
      else if (getFilledValue(input, field.key) !== undefined) result.warnings[prefix + field.key] = 'hidden'
    })
    const values: Values = {}
    cells.forEach(({ field, key, validate, rows }) => {
      const path = prefix + key
      const value = getVisibleValue(input, key, hidden)
      let validated: Value | undefined
      if (value !== undefined)
        validated = rows ? rows(value, lookup, path, result) : setResult(validate(value, lookup), path, result)
      if (validated !== undefined && validated !== '') values[key] = validated
      else if (isFieldRequired(field, lookup) && result.errors[path] === undefined && !hidden.has(key))
        result.errors[path] = 'required'
    })
    return values
  }
}

function getVisibleValue(input: object, key: string, hidden: ReadonlySet<string>): Value | undefined {
  return hidden.has(key) ? undefined : getFilledValue(input, key)
}

/** Returns the value of an own property; `undefined` if it is empty. */
function getFilledValue(input: object, key: string): Value | undefined {
  const value = getOwnValue(input, key)
  return value === undefined || isEmptyValue(value) ? undefined : value
}

function setResult(reading: ParseResult, path: string, result: ValidationResult): Value | undefined {
  if ('error' in reading) {
    result.errors[path] = reading.error
    return undefined
  }
  if (reading.warning !== undefined) result.warnings[path] = reading.warning
  return reading.value ?? undefined
}

function createCellValidator(field: Field, context: ValidationContext, isCached: boolean): ValueValidator {
  const validate = fieldTypeHandlers[field.type].createValidator(field, context)
  const validateCell: ValueValidator = (value, lookup) => {
    const failed = typeof value === 'string' ? detectExcelError(value) : undefined
    if (failed) return { error: failed }
    const reading = validate(value, lookup)
    const isChanged = 'value' in reading && reading.value !== value
    return isChanged && findInvalidTextPath(value) !== undefined ? { error: 'characters' } : reading
  }
  return isCached ? cacheResults(validateCell) : validateCell
}

/** Caches the results of texts. Does not cache a result that depends on other values, i.e. for which `validate` called its lookup. */
function cacheResults(validate: ValueValidator): ValueValidator {
  const known = new Map<string, ParseResult>()
  let lookup = findNothing
  let isIndependent = true
  const observedLookup: ValueLookup = (key) => {
    isIndependent = false
    return lookup(key)
  }
  return (value, find) => {
    if (typeof value !== 'string') return validate(value, find)
    const cached = known.get(value)
    if (cached) return cached
    lookup = find
    isIndependent = true
    const reading = validate(value, observedLookup)
    if (isIndependent && known.size < maxCachedResults) known.set(value, reading)
    return reading
  }
}

/** Prepares the validation of table rows. Drops empty rows, but error paths contain the original row index (zero-based). */
function createTableValidator(table: Field, context: ValidationContext, isCached: boolean): TableValidator {
  const columns = table.columns ?? []
  const cells = createRowValidator(columns, context, isCached)
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
