import { parseLiteral } from '../../domain/documents/condition.ts'
import type { TemplateCondition } from '../../domain/documents/condition-text.ts'
import { getConditionKeys } from '../../domain/documents/template-keys.ts'
import type { Field, ValidationContext, Value, Values } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { getFormulaKeys, parseFormula } from '../../domain/fields/formula.ts'
import { computeValues, formatValue, parseValue } from '../../domain/fields/values.ts'
import { evaluateFormatCondition, toTemplateCondition } from '../../domain/formats/format-conditions.ts'
import { addDays } from '../../domain/time/local-time.ts'

/** Value to try for a field, and the text that the user types to enter it. */
interface Candidate {
  typed: string | string[]
  value: Value | undefined
}

/** Maximum number of combinations of values to try. */
const maxCombinations = 4_000
const maxKeys = 6

/**
 * Returns the texts to type so that a condition is met (`wanted`) or not, by key. Tries the current values first, so that few fields change. Returns
 * `null` if no tried combination fits.
 */
export function findTextsForCondition(
  condition: TemplateCondition,
  wanted: boolean,
  { fields, values, context }: { fields: readonly Field[]; values: Values; context: ValidationContext },
): Record<string, Candidate['typed']> | null {
  const asked = fields.filter(({ key }) => getInvolvedKeys(condition, fields).has(key))
  const open = asked.filter(({ type }) => type !== 'computed' && type !== 'table' && type !== 'file')
  if (open.length === 0 || open.length > maxKeys) return null
  const literals = getLiterals([condition, ...listVisibilityConditions(open)])
  const choices = open.map((field) => listCandidates(field, literals, values, context))
  const isComputed = open.length < asked.length
  const total = choices.reduce((product, { length }) => product * length, 1)
  for (let turn = 0; turn < Math.min(total, maxCombinations); turn++) {
    let rest = turn
    const tried: Values = { ...values }
    const picked = choices.map((candidates, index) => {
      const candidate = candidates[rest % candidates.length] as Candidate
      rest = Math.floor(rest / candidates.length)
      const { key } = open[index] as Field
      if (candidate.value === undefined) delete tried[key]
      else tried[key] = candidate.value
      return [key, candidate.typed] as const
    })
    const complete = isComputed ? { ...tried, ...computeValues(fields, tried) } : tried
    if (evaluateFormatCondition({ condition, table: '' }, fields, complete).met === Number(wanted))
      return Object.fromEntries(picked)
  }
  return null
}

/** Returns the keys that a condition depends on, also through formulas and through the visibility of fields. */
function getInvolvedKeys(condition: TemplateCondition, fields: readonly Field[]): Set<string> {
  const keys = new Set(getConditionKeys(condition))
  for (const key of keys) {
    const field = fields.find((one) => one.key === key)
    const formula = field?.formula ? parseFormula(field.formula) : null
    for (const other of formula ? getFormulaKeys(formula) : []) keys.add(other)
    if (field?.visibleIf) for (const other of getConditionKeys(toTemplateCondition(field.visibleIf))) keys.add(other)
  }
  return keys
}

const listVisibilityConditions = (fields: readonly Field[]) =>
  fields.flatMap(({ visibleIf }) => (visibleIf ? [toTemplateCondition(visibleIf)] : []))

/** Returns the texts that conditions compare with. */
function getLiterals(conditions: readonly TemplateCondition[]): string[] {
  return conditions.flatMap((condition) => {
    if (condition.is === 'not') return getLiterals([condition.of])
    if (condition.is === 'and' || condition.is === 'or') return getLiterals([condition.left, condition.right])
    return condition.is === 'compare' && 'text' in condition.with ? [condition.with.text] : []
  })
}

function listCandidates(
  field: Field,
  literals: readonly string[],
  values: Values,
  context: ValidationContext,
): Candidate[] {
  const current = values[field.key]
  const parsed = literals.map((text) => parseLiteral(field, text)).filter((value) => value !== null)
  const tried: (Value | undefined)[] = [current, ...listSamples(field, context)]
  for (const value of parsed) tried.push(...addNeighbours(value))
  tried.push(undefined)
  const seen = new Set<string>()
  return tried.flatMap((value) => {
    const candidate = { value, typed: toTyped(field, value) }
    const name = JSON.stringify(candidate.typed)
    if (seen.has(name)) return []
    seen.add(name)
    return candidate
  })

  /** Returns the values below, at and above a number or a day, and the value itself for others. */
  function addNeighbours(value: Value): Value[] {
    if (field.type === 'date') return [value, addDays(String(value), 1), addDays(String(value), -1)]
    if (!isNumericField(field)) return [value]
    const number = Number(value)
    return [number, number + 1, number - 1].map((one): Value => (field.type === 'integer' ? one : String(one)))
  }
}

/** Returns values that a field accepts: its example, its options, or a usual value of its type. */
function listSamples(field: Field, context: ValidationContext): Value[] {
  const { type, options = [], example } = field
  if (type === 'boolean') return [true, false]
  if (type === 'choice') return options.map(({ value }) => value)
  if (type === 'choices') return options.map(({ value }) => [value])
  const reading = parseValue(field, example ?? '', context)
  if ('value' in reading && reading.value !== null) return [reading.value]
  if (type === 'date') return [context.today]
  if (isNumericField(field)) return [type === 'integer' ? 1 : '1']
  return type === 'text' || type === 'longText' ? ['Prueba'] : []
}

function toTyped(field: Field, value: Value | undefined): Candidate['typed'] {
  if (field.type === 'choices') return Array.isArray(value) ? value.map(String) : []
  return value === undefined ? '' : formatValue(field, value)
}
