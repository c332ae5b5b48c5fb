import type { Column } from '../field.ts'
import { fold, nearest, tidy } from '../text.ts'
import { countBound } from './bound.ts'
import type { Judge, Kind, Reading } from './kind.ts'

const valuesOf = (field: Column): string[] => (field.options ?? []).map((option) => option.value)

/** The option that a text means: itself, else the only one whose folded value or alias it is. */
export function optionOf(field: Column, text: string): string | undefined {
  if (valuesOf(field).includes(text)) return text
  const folded = fold(text)
  const meant = (field.options ?? []).filter((option) =>
    [option.value, ...(option.aliases ?? [])].some((name) => fold(name) === folded),
  )
  return folded !== '' && meant.length === 1 ? meant[0]?.value : undefined
}

function unknown(field: Column, text: string): Reading {
  const suggestion = nearest(text, valuesOf(field))
  return suggestion === undefined ? { error: 'choice' } : { error: 'choice', suggestion }
}

function judgeOne(field: Column): Judge {
  const options = new Set(valuesOf(field))
  return (value) => {
    if (typeof value !== 'string') return { error: 'choice' }
    const text = tidy(value)
    return options.has(text) ? { value: text } : { error: 'choice' }
  }
}

function judgeMany(field: Column): Judge {
  const options = valuesOf(field)
  const least = countBound(field.min, 0)
  const most = countBound(field.max, options.length)
  return (value) => {
    if (!Array.isArray(value) || value.length > 1_000) return { error: 'choice' }
    const chosen = new Set(value.map((one) => (typeof one === 'string' ? tidy(one) : undefined)))
    const kept = options.filter((option) => chosen.has(option))
    if (kept.length < chosen.size) return { error: 'choice' }
    if (kept.length < least) return { error: 'min' }
    return kept.length > most ? { error: 'max' } : { value: kept }
  }
}

export const choice: Kind = {
  judge: judgeOne,
  read(field, text) {
    const option = optionOf(field, text)
    return option === undefined ? unknown(field, text) : { value: option }
  },
  print: (_field, value) => String(value),
}

export const choices: Kind = {
  judge: judgeMany,
  read(field, text) {
    const parts = text
      .split(/[;|]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
    const options: string[] = []
    const named: string[] = []
    for (const part of parts) {
      const option = optionOf(field, part)
      if (option !== undefined) options.push(option)
      named.push(option ?? nearest(part, valuesOf(field)) ?? '')
    }
    if (options.length === parts.length) return { value: [...new Set(options)] }
    return named.includes('') ? { error: 'choice' } : { error: 'choice', suggestion: named.join('; ') }
  },
  /** With semicolons, as it is read; as a sentence (`largo`): «uno, dos y tres». */
  print(_field, value, style) {
    const chosen = Array.isArray(value) ? value.map(String) : [String(value)]
    if (style !== 'largo' || chosen.length < 2) return chosen.join('; ')
    const last = chosen.at(-1) ?? ''
    return `${chosen.slice(0, -1).join(', ')} ${/^h?i(?![ae])/i.test(last) ? 'e' : 'y'} ${last}`
  },
}
