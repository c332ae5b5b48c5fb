import { maxFileMegabytes, maxFilesPerField } from '../attachments/attachment.ts'
import type { ErrorCode } from '../errors.ts'
import { findCurrency } from '../money/currency.ts'
import { compareDecimals, parseDecimal } from '../money/decimal.ts'
import { toComparisonKey } from '../text/comparison.ts'
import { normalizeLine } from '../text/text.ts'
import { isIsoDate } from '../time/calendar.ts'
import { getBoundKey, isDateBound, parseCountBound, parseExactNumber } from './bound.ts'
import { listAnswerTests } from './conditions.ts'
import type { Column, Field, FieldLookup } from './field.ts'
import type { AnswerTest, FieldCondition } from './field-key.ts'
import { isNumericField } from './field-types.ts'
import { findFormulaError, getComparisonType } from './formula-check.ts'
import { isIdDocumentKind } from './id-document.ts'
import { isSafePattern } from './pattern.ts'
import { defaultMaxLengths } from './text.ts'

/** Creates the lookup of fields by key. If fields share a key, it returns the first. */
export function createFieldLookup<F extends Field | Column>(fields: readonly F[]): (key: string) => F | undefined {
  const byKey = new Map<string, F>()
  for (const field of fields) if (!byKey.has(field.key)) byKey.set(field.key, field)
  return (key) => byKey.get(key)
}

/** Validates the settings of a field or column; returns error codes by setting. Conditions may reference only fields found by `siblings`. */
export function findFieldErrors(field: Column, find: FieldLookup, siblings: FieldLookup): Record<string, ErrorCode> {
  const errors: Partial<Record<keyof Column, ErrorCode | null>> = {
    options: findOptionsError(field),
    pattern: findPatternError(field),
    min: findBoundError(field, field.min, find),
    max: findBoundError(field, field.max, find) ?? findOrderError(field),
    decimals: findDecimalsError(field),
    currency: field.currency !== undefined && findCurrency(field.currency) === undefined ? 'format.setting' : null,
    kindFrom: findKindError(field, find),
    formula:
      field.type === 'computed' ? findFormulaError(field.formula, find) : field.formula ? 'format.setting' : null,
    megabytes: findMegabytesError(field),
    accepts: field.accepts?.length && field.type !== 'file' ? 'format.setting' : null,
    visibleIf: findConditionError(field, field.visibleIf, siblings),
    requiredIf: findConditionError(field, field.requiredIf, siblings),
  }
  return Object.fromEntries(Object.entries(errors).flatMap(([setting, code]) => (code ? [[setting, code]] : [])))
}

function findOptionsError({ type, options = [] }: Column): ErrorCode | null {
  if (type !== 'choice' && type !== 'choices') return options.length > 0 ? 'format.setting' : null
  const values = options.map(({ value }) => value)
  const right = values.length > 0 && values.every((value) => normalizeLine(value) === value && !/[;|]/.test(value))
  const clash = options.some(({ value, aliases = [] }, i) => {
    const own = aliases.map(toComparisonKey)
    const others = options.filter((_, j) => j !== i)
    return others.some((other) => other.value === value || getComparisonNames(other).some((name) => own.includes(name)))
  })
  return right && !clash ? null : 'format.options'
}

/** Returns the comparison keys of an option. Values may differ in punctuation only («A+», «A-»), aliases may not. */
function getComparisonNames({ value, aliases = [] }: { value: string; aliases?: string[] | undefined }): string[] {
  return [value, ...aliases].map(toComparisonKey)
}

function findPatternError({ type, pattern, max }: Column): ErrorCode | null {
  if (pattern === undefined || pattern === '') return null
  if (type !== 'text' && type !== 'longText') return 'format.setting'
  return isSafePattern(pattern, parseCountBound(max, defaultMaxLengths[type])) ? null : 'format.pattern'
}

function findDecimalsError({ type, decimals }: Column): ErrorCode | null {
  if (decimals === undefined) return null
  if (type !== 'decimal' && type !== 'percent' && type !== 'computed') return 'format.setting'
  const maxDecimals = type === 'percent' ? 2 : 6
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= maxDecimals ? null : 'format.setting'
}

function findMegabytesError({ type, megabytes }: Column): ErrorCode | null {
  if (megabytes === undefined) return null
  const right = type === 'file' && Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= maxFileMegabytes
  return right ? null : 'format.setting'
}

const countableTypes = ['text', 'longText', 'choices', 'table', 'file']

function findBoundError(field: Column, bound: number | string | undefined, find: FieldLookup): ErrorCode | null {
  if (bound === undefined) return null
  const maxCount = field.type === 'file' ? maxFilesPerField : Number.POSITIVE_INFINITY
  if (countableTypes.includes(field.type))
    return Number.isInteger(bound) && Number(bound) >= 0 && Number(bound) <= maxCount ? null : 'format.bound'
  const named = getBoundKey(bound)
  const other = named === undefined ? undefined : find(named)
  if (named !== undefined && other === undefined) return 'format.unknown'
  if (field.type === 'date') return isDateBound(bound) && (other?.type ?? 'date') === 'date' ? null : 'format.bound'
  if (!isNumericField(field)) return 'format.bound'
  const isNumber = other === undefined ? parseExactNumber(bound) !== null : isNumericField(other)
  return isNumber ? null : 'format.bound'
}

function findOrderError({ min, max }: Column): ErrorCode | null {
  const [least, maxCount] = [parseExactNumber(min), parseExactNumber(max)]
  return least !== null && maxCount !== null && compareDecimals(least, maxCount) > 0 ? 'format.bound' : null
}

function findKindError(field: Column, find: FieldLookup): ErrorCode | null {
  if (field.kindFrom === undefined) return null
  if (field.type !== 'idDocument') return 'format.setting'
  const other = find(field.kindFrom)
  if (other === undefined) return 'format.unknown'
  return other.type === 'choice' && other.options?.some(({ value }) => isIdDocumentKind(value))
    ? null
    : 'format.setting'
}

/** Validates a condition. `field`: `null` for a stage, whose condition may also test computed fields. */
export function findConditionError(
  field: Column | null,
  condition: FieldCondition | undefined,
  find: FieldLookup,
): ErrorCode | null {
  for (const test of listAnswerTests(condition)) {
    const fault = findTestError(field, test, find)
    if (fault) return fault
  }
  return null
}

function findTestError(field: Column | null, test: AnswerTest, find: FieldLookup): ErrorCode | null {
  const other = find(test.key)
  if (other === undefined) return 'format.unknown'
  if (other === field) return 'format.cycle'
  if (other.type === 'table' || other.type === 'file') return 'format.condition'
  if ('than' in test) return isComparable(other, test.than, field, find) ? null : 'format.condition'
  if (other.type === 'computed') return 'format.condition'
  if ('empty' in test) return null
  const answer = 'equals' in test ? test.equals : test.differs
  if ((other.type === 'boolean') !== (typeof answer === 'boolean')) return 'format.condition'
  const options = other.options?.map(({ value }) => value) ?? []
  return options.length === 0 || options.includes(String(answer)) ? null : 'format.condition'
}

function isComparable(other: Column, than: string, field: Column | null, find: FieldLookup): boolean {
  if (other.type === 'computed' && field !== null) return false
  const kind = getComparisonType(other, find)
  return kind === 'number' ? parseDecimal(than) !== null : kind === 'date' && isIsoDate(than)
}
