import type { Context, Field } from '../../domain/fields/field.ts'
import type { Finder } from '../../domain/fields/field-check.ts'
import type { Comparison } from '../../domain/fields/field-key.ts'
import { resultOf } from '../../domain/fields/formula-check.ts'
import { isNumeric } from '../../domain/fields/number.ts'
import { printValue, readValue } from '../../domain/fields/values.ts'
import type { RouteStep } from '../../domain/formats/route.ts'
import { isDate } from '../../domain/time/calendar.ts'
import { longDate } from '../../domain/time/date.ts'

export type StepCondition = NonNullable<RouteStep['when']>

/** What a step may ask of a field: one of its answers, or how it compares; null of what says neither. */
export function conditionKind(field: Field, fields: readonly Field[]): 'answer' | 'number' | 'date' | null {
  if (field.type === 'boolean' || field.type === 'choice') return 'answer'
  const find: Finder = (key) => fields.find((other) => other.key === key)
  const kind = field.type === 'computed' ? resultOf(field.formula, find) : isNumeric(field) ? 'number' : field.type
  return kind === 'number' || kind === 'date' ? kind : null
}

/** In the order in which they are offered. */
export const signs = ['>=', '>', '<=', '<'] as const satisfies readonly Comparison['sign'][]

export const signNames = {
  number: { '>=': 'es al menos', '>': 'es más de', '<=': 'es a lo sumo', '<': 'es menos de' },
  date: { '>=': 'es desde el', '>': 'es después del', '<=': 'es hasta el', '<': 'es antes del' },
} as const

/** What was typed as it is compared with; what cannot be read stays as it was typed, and is said to be wrong. */
export function comparedWith(field: Field, asked: 'number' | 'date', typed: string, context: Context): string {
  const type = asked === 'date' ? 'date' : isNumeric(field) ? field.type : 'decimal'
  const reading = readValue({ key: field.key, label: field.label, type }, typed, context)
  return 'value' in reading && reading.value !== null ? String(reading.value).replace(/\.0+$/, '') : typed.slice(0, 40)
}

/** As people write it: «$ 10.000.000», «3 de abril de 2025». */
export function comparedText(field: Field, than: string): string {
  if (isDate(than)) return longDate(than)
  return /^-?\d+(\.\d+)?$/.test(than) ? printValue(field, than).replace(/,0+$/, '') : than
}

/** «Solo si «Total» es al menos $ 10.000.000.»; every request where there is no condition. */
export function whenSentence(when: StepCondition | undefined, fields: readonly Field[]): string {
  const field = fields.find(({ key }) => key === when?.key)
  if (!when) return 'Toda solicitud pasa por este paso.'
  if (!field) return ''
  if ('equals' in when) {
    const answer = typeof when.equals === 'boolean' ? (when.equals ? 'Sí' : 'No') : `«${when.equals}»`
    return `Solo si «${field.label}» es ${answer}.`
  }
  const asked = conditionKind(field, fields)
  if ((asked !== 'number' && asked !== 'date') || !when.than) return ''
  return `Solo si «${field.label}» ${signNames[asked][when.sign]} ${comparedText(field, when.than)}.`
}
