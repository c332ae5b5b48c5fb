import { findClosestMatch, normalizeLine, toComparisonKey } from '../text/text.ts'
import { countBound } from './bound.ts'
import type { Column } from './field.ts'
import type { FieldKind, Judge, Reader, Style } from './kind.ts'

const valuesOf = (field: Column): string[] => (field.options ?? []).map((option) => option.value)

/** Pairs each option value and alias with the option value. */
const namesOf = (field: Column): [name: string, value: string][] =>
  (field.options ?? []).flatMap(({ value, aliases = [] }) =>
    [value, ...aliases].map((name) => [name, value] as [string, string]),
  )

/**
 * Prepares the lookup of options by text: exact value first, then value or alias without case, accents and
 * punctuation. Names shared by two options do not match.
 */
function optionFinder(field: Column): (text: string) => string | undefined {
  const values = new Set(valuesOf(field))
  const byName = new Map<string, string | undefined>()
  for (const [written, value] of namesOf(field)) {
    const name = toComparisonKey(written)
    byName.set(name, byName.has(name) && byName.get(name) !== value ? undefined : value)
  }
  return (text) => (values.has(text) ? text : byName.get(toComparisonKey(text)))
}

function judgeOne(field: Column): Judge {
  const options = new Set(valuesOf(field))
  return (value) => {
    if (typeof value !== 'string') return { error: 'choice' }
    const text = options.has(value) ? value : normalizeLine(value)
    return options.has(text) ? { value: text } : { error: 'choice' }
  }
}

function judgeMany(field: Column): Judge {
  const options = valuesOf(field)
  const least = countBound(field.min, 0)
  const most = countBound(field.max, options.length)
  return (value) => {
    if (!Array.isArray(value) || value.length > 1_000) return { error: 'choice' }
    const chosen = new Set(value.map((one) => (typeof one === 'string' ? normalizeLine(one) : undefined)))
    const kept = options.filter((option) => chosen.has(option))
    if (kept.length < chosen.size) return { error: 'choice' }
    if (kept.length < least) return { error: 'min' }
    return kept.length > most ? { error: 'max' } : { value: kept }
  }
}

function readOne(field: Column): Reader {
  const find = optionFinder(field)
  return (text) => {
    const value = find(text)
    if (value !== undefined) return { value }
    const suggestion = findClosestMatch(text, namesOf(field))
    return suggestion === undefined ? { error: 'choice' } : { error: 'choice', suggestion }
  }
}

function readMany(field: Column): Reader {
  const find = optionFinder(field)
  return (text) => {
    const parts = text.split(/[;|]/).map((part) => part.trim())
    const named = parts.filter((part) => part !== '')
    const value = named.map(find)
    if (value.every((one) => one !== undefined)) return { value: [...new Set(value)] }
    const near = named.map((part, i) => value[i] ?? findClosestMatch(part, namesOf(field)))
    return near.includes(undefined)
      ? { error: 'choice' }
      : { error: 'choice', suggestion: [...new Set(near)].join('; ') }
  }
}

export const choice: FieldKind = {
  judge: judgeOne,
  reader: readOne,
  print: (_field, value) => String(value),
}

export const choices: FieldKind = {
  judge: judgeMany,
  reader: readMany,
  /** Joins with semicolons, the separator that `reader` accepts. Style `largo` joins as a phrase: «uno, dos y tres». */
  print(_field, value, style) {
    return inOneLine(Array.isArray(value) ? value.map(String) : [String(value)], style)
  },
}

export function inOneLine(texts: readonly string[], style?: Style): string {
  if (style !== 'largo' || texts.length < 2) return texts.join('; ')
  const last = texts.at(-1) ?? ''
  // Separates with semicolons if a text contains a comma or «y».
  const gap = texts.some((text) => /,| [ye] /.test(text)) ? ';' : ''
  return `${texts.slice(0, -1).join(`${gap || ','} `)}${gap} ${/^h?[ií](?![aeo])/i.test(last) ? 'e' : 'y'} ${last}`
}
