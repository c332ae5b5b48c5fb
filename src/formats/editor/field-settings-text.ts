import type { Field } from '../../domain/fields/field.ts'
import { listUnsupportedKeys } from './field-type-settings.ts'

/** Formats options as text, one per line with its aliases after a bar: `CC | cédula, cédula de ciudadanía`. */
export function formatOptions(options: Field['options']): string {
  return (options ?? [])
    .map(({ value, aliases }) => [value, aliases?.join(', ')].filter(Boolean).join(' | '))
    .join('\n')
}

export function parseOptions(text: string): NonNullable<Field['options']> {
  return text
    .split('\n')
    .map((line) => line.split('|'))
    .map(([value = '', aliases = '']) => ({ value: value.trim(), aliases: parseList(aliases) }))
    .filter(({ value }) => value)
    .map(({ value, aliases }) => (aliases.length ? { value, aliases } : { value }))
}

export function parseList(text: string): string[] {
  return text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
}

/** Parses a typed limit: a number, `today`, a date or `@key`; `undefined` if empty. */
export function parseLimit(text: string): number | string | undefined {
  const typed = text.trim()
  if (typed === '') return undefined
  return /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed.replace(',', '.')
}

export function removeUnusedSettings(field: Field): Field {
  const foreign: string[] = listUnsupportedKeys(field.type)
  const kept = Object.entries(field).filter(
    ([key, value]) =>
      !foreign.includes(key) &&
      value !== undefined &&
      value !== '' &&
      value !== false &&
      !(Array.isArray(value) && value.length === 0),
  )
  return Object.fromEntries(kept) as Field
}
