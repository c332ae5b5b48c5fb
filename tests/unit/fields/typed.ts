import type { Column, ValidationContext } from '../../../src/domain/fields/field.ts'
import { type ParseHints, parseValue } from '../../../src/domain/fields/values.ts'

export const context: ValidationContext = { today: '2026-11-20', country: 'CO' }

/** Returns the result of a typed text: the value with `~warning`, or `!error` with `?suggestion`. */
export function typed(
  field: Partial<Column>,
  text: string,
  hints: ParseHints = {},
  country = context.country,
): unknown {
  const column = { key: 'dato', label: 'Dato', type: 'text', ...field } as Column
  const reading = parseValue(column, text, { ...context, country }, hints)
  if ('error' in reading) return `!${reading.error}${reading.suggestion ? ` ?${reading.suggestion}` : ''}`
  return reading.warning ? `${JSON.stringify(reading.value)} ~${reading.warning}` : reading.value
}
