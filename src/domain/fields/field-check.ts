import { maxFileMegabytes, maxFilesPerField } from '../attachments/attachment.ts'
import type { ErrorCode } from '../errors.ts'
import { findCurrency } from '../money/currency.ts'
import { compareDecimals } from '../money/decimal.ts'
import { normalizeLine, toComparisonKey } from '../text/text.ts'
import { countBound, exactNumber, isDateBound, keyOfBound } from './bound.ts'
import type { Column, Field } from './field.ts'
import { formulaFault } from './formula-check.ts'
import { isIdKind } from './id-document.ts'
import { isNumeric } from './number.ts'
import { isSafePattern } from './pattern.ts'
import { longest } from './text.ts'

type Setting =
  | 'options'
  | 'pattern'
  | 'min'
  | 'max'
  | 'decimals'
  | 'currency'
  | 'kindFrom'
  | 'formula'
  | 'megabytes'
  | 'accepts'
  | 'visibleIf'
  | 'requiredIf'
export type Faults = Partial<Record<Setting, ErrorCode>>
/** Lookup of the fields that a setting may name: within a table, its columns and the fields outside the table. */
export type Finder = (key: string) => Field | Column | undefined

/** Validates the settings of a field or column; returns error codes by setting. Conditions may name only `siblings`. */
export function fieldFaults(field: Column, find: Finder, siblings: Finder): Faults {
  const faults: Record<Setting, ErrorCode | null> = {
    options: optionsFault(field),
    pattern: patternFault(field),
    min: boundFault(field, field.min, find),
    max: boundFault(field, field.max, find) ?? orderFault(field),
    decimals: decimalsFault(field),
    currency: field.currency !== undefined && findCurrency(field.currency) === undefined ? 'format.setting' : null,
    kindFrom: kindFault(field, find),
    formula: field.type === 'computed' ? formulaFault(field.formula, find) : field.formula ? 'format.setting' : null,
    megabytes: megabytesFault(field),
    accepts: field.accepts?.length && field.type !== 'file' ? 'format.setting' : null,
    visibleIf: conditionFault(field, field.visibleIf, siblings),
    requiredIf: conditionFault(field, field.requiredIf, siblings),
  }
  return Object.fromEntries(Object.entries(faults).filter(([, fault]) => fault !== null)) as Faults
}

function optionsFault({ type, options = [] }: Column): ErrorCode | null {
  if (type !== 'choice' && type !== 'choices') return options.length > 0 ? 'format.setting' : null
  const values = options.map(({ value }) => value)
  const right = values.length > 0 && values.every((value) => normalizeLine(value) === value && !/[;|]/.test(value))
  const clash = options.some(({ value, aliases = [] }, i) => {
    const own = aliases.map(toComparisonKey)
    const others = options.filter((_, j) => j !== i)
    return others.some((other) => other.value === value || namesOf(other).some((name) => own.includes(name)))
  })
  return right && !clash ? null : 'format.options'
}

/**
 * Returns the value and aliases of an option, normalized. Values may differ in punctuation alone («A+», «A-»), but an
 * alias must match a single option.
 */
function namesOf({ value, aliases = [] }: { value: string; aliases?: string[] | undefined }): string[] {
  return [value, ...aliases].map(toComparisonKey)
}

function patternFault({ type, pattern, max }: Column): ErrorCode | null {
  if (pattern === undefined || pattern === '') return null
  if (type !== 'text' && type !== 'longText') return 'format.setting'
  return isSafePattern(pattern, countBound(max, longest[type])) ? null : 'format.pattern'
}

function decimalsFault({ type, decimals }: Column): ErrorCode | null {
  if (decimals === undefined) return null
  if (type !== 'decimal' && type !== 'percent' && type !== 'computed') return 'format.setting'
  const most = type === 'percent' ? 2 : 6
  return Number.isInteger(decimals) && decimals >= 0 && decimals <= most ? null : 'format.setting'
}

function megabytesFault({ type, megabytes }: Column): ErrorCode | null {
  if (megabytes === undefined) return null
  const right = type === 'file' && Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= maxFileMegabytes
  return right ? null : 'format.setting'
}

const counted = ['text', 'longText', 'choices', 'table', 'file']

function boundFault(field: Column, bound: number | string | undefined, find: Finder): ErrorCode | null {
  if (bound === undefined) return null
  const most = field.type === 'file' ? maxFilesPerField : Number.POSITIVE_INFINITY
  if (counted.includes(field.type))
    return Number.isInteger(bound) && Number(bound) >= 0 && Number(bound) <= most ? null : 'format.bound'
  const named = keyOfBound(bound)
  const other = named === undefined ? undefined : find(named)
  if (named !== undefined && other === undefined) return 'format.unknown'
  if (field.type === 'date') return isDateBound(bound) && (other?.type ?? 'date') === 'date' ? null : 'format.bound'
  if (!isNumeric(field)) return 'format.bound'
  return other === undefined
    ? exactNumber(bound) === null
      ? 'format.bound'
      : null
    : isNumeric(other)
      ? null
      : 'format.bound'
}

function orderFault({ min, max }: Column): ErrorCode | null {
  const [least, most] = [exactNumber(min), exactNumber(max)]
  return least !== null && most !== null && compareDecimals(least, most) > 0 ? 'format.bound' : null
}

function kindFault(field: Column, find: Finder): ErrorCode | null {
  if (field.kindFrom === undefined) return null
  if (field.type !== 'idDocument') return 'format.setting'
  const other = find(field.kindFrom)
  if (other === undefined) return 'format.unknown'
  return other.type === 'choice' && other.options?.some(({ value }) => isIdKind(value)) ? null : 'format.setting'
}

export function conditionFault(field: Column | null, condition: Column['visibleIf'], find: Finder): ErrorCode | null {
  if (condition === undefined) return null
  const other = find(condition.key)
  if (other === undefined) return 'format.unknown'
  if (other === field) return 'format.circle'
  if (other.type === 'table' || other.type === 'file' || other.type === 'computed') return 'format.condition'
  if ((other.type === 'boolean') !== (typeof condition.equals === 'boolean')) return 'format.condition'
  const options = other.options?.map(({ value }) => value) ?? []
  return options.length === 0 || options.includes(String(condition.equals)) ? null : 'format.condition'
}
