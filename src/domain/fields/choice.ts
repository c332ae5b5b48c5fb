import { findClosestMatch } from '../text/closest-match.ts'
import { toComparisonKey } from '../text/comparison.ts'
import { normalizeLine } from '../text/text.ts'
import { parseCountBound } from './bound.ts'
import type { Column } from './field.ts'
import type { FieldTypeHandler, ValueParser, ValueValidator } from './field-type-handler.ts'

const getOptionValues = (field: Column): string[] => (field.options ?? []).map((option) => option.value)

/** Returns pairs of a name and its option value: each option's value and its aliases are names. */
const getOptionNames = (field: Column): [name: string, value: string][] =>
  (field.options ?? []).flatMap(({ value, aliases = [] }) =>
    [value, ...aliases].map((name) => [name, value] as [string, string]),
  )

/**
 * Prepares the lookup of an option by text. Tries the exact value first, then compares names without case, accents and punctuation. A name that two
 * options share matches no option.
 */
function createOptionLookup(field: Column): (text: string) => string | undefined {
  const values = new Set(getOptionValues(field))
  const byName = new Map<string, string | undefined>()
  for (const [written, value] of getOptionNames(field)) {
    const name = toComparisonKey(written)
    byName.set(name, byName.has(name) && byName.get(name) !== value ? undefined : value)
  }
  return (text) => (values.has(text) ? text : byName.get(toComparisonKey(text)))
}

function createChoiceValidator(field: Column): ValueValidator {
  const options = new Set(getOptionValues(field))
  return (value) => {
    if (typeof value !== 'string') return { error: 'choice' }
    const text = options.has(value) ? value : normalizeLine(value)
    return options.has(text) ? { value: text } : { error: 'choice' }
  }
}

function createChoicesValidator(field: Column): ValueValidator {
  const options = getOptionValues(field)
  const minChoices = parseCountBound(field.min, 0)
  const maxChoices = parseCountBound(field.max, options.length)
  return (value) => {
    if (!Array.isArray(value) || value.length > 1_000) return { error: 'choice' }
    const chosen = new Set(value.map((one) => (typeof one === 'string' ? normalizeLine(one) : undefined)))
    const selected = options.filter((option) => chosen.has(option))
    if (selected.length < chosen.size) return { error: 'choice' }
    if (selected.length < minChoices) return { error: 'min' }
    return selected.length > maxChoices ? { error: 'max' } : { value: selected }
  }
}

function createChoiceParser(field: Column): ValueParser {
  const find = createOptionLookup(field)
  return (text) => {
    const value = find(text)
    if (value !== undefined) return { value }
    const suggestion = findClosestMatch(text, getOptionNames(field))
    return suggestion === undefined ? { error: 'choice' } : { error: 'choice', suggestion }
  }
}

function createChoicesParser(field: Column): ValueParser {
  const find = createOptionLookup(field)
  return (text) => {
    const parts = text.split(/[;|]/).map((part) => part.trim())
    const named = parts.filter((part) => part !== '')
    const value = named.map(find)
    if (value.every((one) => one !== undefined)) return { value: [...new Set(value)] }
    const near = named.map((part, i) => value[i] ?? findClosestMatch(part, getOptionNames(field)))
    return near.includes(undefined)
      ? { error: 'choice' }
      : { error: 'choice', suggestion: [...new Set(near)].join('; ') }
  }
}

export const choiceHandler: FieldTypeHandler = {
  createValidator: createChoiceValidator,
  createParser: createChoiceParser,
}

export const choicesHandler: FieldTypeHandler = {
  createValidator: createChoicesValidator,
  createParser: createChoicesParser,
}
