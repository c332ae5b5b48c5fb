import { compareDecimals } from '../money/decimal.ts'
import { normalizeLine } from '../text/text.ts'
import { isIsoDate } from '../time/calendar.ts'
import { parseExactNumber } from './bound.ts'
import { sortByDependency } from './dependency-order.ts'
import type { Column, Value, Values } from './field.ts'
import type { AnswerTest, FieldCondition } from './field-key.ts'
import { createValueLookup, isEmptyValue, type ValueLookup } from './value-lookup.ts'

export function listAnswerTests(condition: FieldCondition | undefined): readonly AnswerTest[] {
  if (condition === undefined) return []
  return 'tests' in condition ? condition.tests : [condition]
}

export const getConditionFieldKeys = (condition: FieldCondition | undefined): string[] =>
  listAnswerTests(condition).map(({ key }) => key)

/** Returns whether a value is equal to `equals`. A multiple choice is equal if it contains the option. */
function isEqualAnswer(equals: string | boolean, value: Value | undefined): boolean {
  if (value === equals) return true
  if (typeof equals === 'boolean' || value === undefined || value === null) return false
  if (Array.isArray(value)) return value.some((one) => one === equals)
  return normalizeLine(String(value)) === equals
}

export function isConditionMet(condition: FieldCondition, lookup: ValueLookup): boolean {
  if (!('tests' in condition)) return passesTest(condition, lookup)
  const { joint, tests } = condition
  return joint === 'and'
    ? tests.every((test) => passesTest(test, lookup))
    : tests.some((test) => passesTest(test, lookup))
}

/** Evaluates a test. A missing answer differs from each value, and is neither less nor more than another. */
function passesTest(test: AnswerTest, lookup: ValueLookup): boolean {
  const value = lookup(test.key)
  if ('equals' in test) return isEqualAnswer(test.equals, value)
  if ('differs' in test) return !isEqualAnswer(test.differs, value)
  if ('empty' in test) return test.empty === (value === undefined || isEmptyValue(value))
  const { sign, than } = test
  const order = compareForOrder(value, than)
  if (order === undefined) return sign === '!='
  if (order === 0) return sign === '=' || sign === '<=' || sign === '>='
  return sign === '!=' || (order < 0 ? sign.startsWith('<') : sign.startsWith('>'))
}

function compareForOrder(value: Value | undefined, than: string): number | undefined {
  const [a, b] = [parseExactNumber(value), parseExactNumber(than)]
  if (a && b) return compareDecimals(a, b)
  if (typeof value !== 'string' || !isIsoDate(value) || !isIsoDate(than)) return undefined
  return value < than ? -1 : Number(value > than)
}

export function isFieldVisible(field: Column, lookup: ValueLookup): boolean {
  return field.visibleIf === undefined || isConditionMet(field.visibleIf, lookup)
}

export function isFieldRequired(field: Column, lookup: ValueLookup): boolean {
  return field.required === true || (field.requiredIf !== undefined && isConditionMet(field.requiredIf, lookup))
}

/** Sorts fields so that each follows the fields that its visibility condition tests. Cycles come last. */
export function sortByVisibilityDependency<F extends Column>(fields: readonly F[]): F[] {
  if (fields.every((field) => field.visibleIf === undefined)) return [...fields]
  const { sorted, cyclic } = sortByDependency(fields, ({ visibleIf }) => getConditionFieldKeys(visibleIf))
  return [...sorted, ...cyclic]
}

/** Returns the visible fields in their original order. A condition on a hidden field hides its field too. */
export function getVisibleFields<F extends Column>(fields: readonly F[], values: Values): F[] {
  const visibleValues: Values = {}
  const lookup = createValueLookup(visibleValues)
  const shown = new Set(
    sortByVisibilityDependency(fields).filter((field) => {
      const visible = isFieldVisible(field, lookup)
      const value = visible ? createValueLookup(values)(field.key) : undefined
      if (value !== undefined) visibleValues[field.key] = value
      return visible
    }),
  )
  return fields.filter((field) => shown.has(field))
}
