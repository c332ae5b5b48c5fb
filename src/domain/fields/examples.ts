import type { Column, Field, Row, ValidationContext, Values } from './field.ts'
import { isSafePattern } from './pattern.ts'
import { parseValue, validateValues } from './values.ts'

/** Returns the values of a request that is filled with the examples of its format. Omits fields without a valid example. */
export function createExampleValues(fields: readonly Field[], context: ValidationContext): Values {
  return validateValues(fields, parseExamples(fields, context), context).values
}

/** Returns the paths (`2.example`, `4.columns.0.example`) of examples that are invalid for their own field. */
export function findInvalidExamples(fields: readonly (Field | Column)[], context: ValidationContext): string[] {
  return fields.flatMap((field, i) => {
    if ('columns' in field && field.columns)
      return findInvalidExamples(field.columns, context).map((path) => `${i}.columns.${path}`)
    if (field.example === undefined || field.type === 'computed') return []
    return 'error' in parseValue(removeRelativeBounds(field), field.example, context) ? [`${i}.example`] : []
  })
}

/** Removes bounds relative to the current day, which would invalidate examples, and slow patterns, which must never run. */
export function removeRelativeBounds({ min, max, pattern = '', ...field }: Column): Column {
  const lasts = (bound: Column['min']) => bound !== undefined && !String(bound).startsWith('today')
  return {
    ...field,
    ...(lasts(min) && { min }),
    ...(lasts(max) && { max }),
    ...(isSafePattern(pattern) && { pattern }),
  }
}

function parseExamples(fields: readonly (Field | Column)[], context: ValidationContext): Values {
  const values: Values = {}
  for (const field of fields) {
    if ('columns' in field && field.columns) values[field.key] = [parseExamples(field.columns, context) as Row]
    else if (field.example !== undefined && field.type !== 'computed') {
      const reading = parseValue(field, field.example, context)
      if ('value' in reading && reading.value !== null) values[field.key] = reading.value
    }
  }
  return values
}
