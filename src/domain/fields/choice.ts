import { findClosestMatch } from '../text/closest-match.ts'
import { toComparisonKey, toComparisonWords } from '../text/comparison.ts'
import { normalizeLine } from '../text/text.ts'
import { parseCountBound } from './bound.ts'
import type { Column } from './field.ts'
import type { FieldTypeHandler, ValueParser, ValueValidator } from './field-type-handler.ts'

const getOptionValues = (field: Column): string[] => (field.options ?? []).map((option) => option.value)

const getOptionNames = (field: Column): [name: string, value: string][] =>
  (field.options ?? []).flatMap(({ value, aliases = [] }) =>
    [value, ...aliases].map((name) => [name, value] as [string, string]),
  )

/** Prepares the lookup of an option: its exact value, else an unshared name without case, accents and punctuation. */
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

const maxWords = 1_000
/** Words between two options of one text: «Cesantías y Vacaciones». */
const conjunctions: ReadonlySet<string | undefined> = new Set(['y', 'e', 'and'])

interface SplitText {
  values: string[]
  /** True if the text can also be split into other options. */
  isAmbiguous: boolean
}

/** Prepares a function that splits a text into known options: «Cesantías, Salud y ARL». `null` for other words. */
function createOptionSplitter(field: Column): (text: string) => SplitText | null {
  const find = createOptionLookup(field)
  const byFirstWord = new Map<string, { words: string[]; value: string }[]>()
  for (const name of new Set(getOptionNames(field).map(([name]) => toComparisonWords(name).join(' ')))) {
    const words = name.split(' ')
    const value = find(name)
    if (value !== undefined)
      byFirstWord.set(words[0] ?? '', [...(byFirstWord.get(words[0] ?? '') ?? []), { words, value }])
  }
  const optionCount = field.options?.length ?? 0
  for (const alike of byFirstWord.values()) alike.sort((a, b) => b.words.length - a.words.length)
  return (text) => {
    const words = toComparisonWords(text)
    if (words.length > maxWords) return null
    // Results for the words from each position on, computed from the last word to the first.
    const rest: (SplitText | null)[] = [...words.map(() => null), { values: [], isAmbiguous: false }]
    for (let from = words.length - 1; from >= 0; from--)
      for (const option of byFirstWord.get(words[from] as string) ?? []) {
        const to = from + option.words.length
        if (!option.words.every((word, i) => words[from + i] === word)) continue
        for (const next of conjunctions.has(words[to]) && to + 1 < words.length ? [to, to + 1] : [to]) {
          const found = rest[next]
          // A selection has each option once, so a longer result cannot be valid.
          if (!found || found.values.length >= optionCount) continue
          const known = rest[from]
          if (known) known.isAmbiguous = true
          else rest[from] = { values: [option.value, ...found.values], isAmbiguous: found.isAmbiguous }
        }
      }
    return rest[0] ?? null
  }
}

function createChoicesParser(field: Column): ValueParser {
  const find = createOptionLookup(field)
  const split = createOptionSplitter(field)
  const getPieces = (part: string) => splitParts(part, /[,/]/)
  const read = (part: string): SplitText | null => {
    const value = find(part)
    if (value !== undefined) return { values: [value], isAmbiguous: false }
    const pieces = getPieces(part).map(find)
    return split(part) ?? (pieces.includes(undefined) ? null : { values: pieces as string[], isAmbiguous: false })
  }
  // Suggests an option for several pieces only if it has as many, so that no piece is lost.
  const suggest = (part: string): (string | undefined)[] => {
    const known = read(part)?.values
    if (known) return known
    const pieces = getPieces(part)
    const whole = findClosestMatch(part, getOptionNames(field))
    if (whole !== undefined && getPieces(whole).length === pieces.length) return [whole]
    return pieces.map((piece) => findClosestMatch(piece, getOptionNames(field)))
  }
  return (text) => {
    const parts = find(text) === undefined ? splitParts(text, /[;|]/) : [text]
    const found = parts.map(read)
    if (found.every((one) => one !== null && !one.isAmbiguous))
      return { value: [...new Set(found.flatMap((one) => one?.values ?? []))] }
    const near = parts.flatMap(suggest)
    return near.includes(undefined)
      ? { error: 'choice' }
      : { error: 'choice', suggestion: [...new Set(near)].join('; ') }
  }
}

const splitParts = (text: string, separator: RegExp): string[] =>
  text.split(separator).flatMap((part) => part.trim() || [])

export const choiceHandler: FieldTypeHandler = {
  createValidator: createChoiceValidator,
  createParser: createChoiceParser,
}

export const choicesHandler: FieldTypeHandler = {
  createValidator: createChoicesValidator,
  createParser: createChoicesParser,
}
