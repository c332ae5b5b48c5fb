import type { Column, Context, Field, Row, Values } from './field.ts'
import { checkValues, readValue } from './values.ts'

/** What a person gets who types the examples of a format, with what is computed from them; what has no right example is left out. */
export function exampleValues(fields: readonly Field[], context: Context): Values {
  return checkValues(fields, typed(fields, context), context).values
}

function typed(fields: readonly (Field | Column)[], context: Context): Values {
  const values: Values = {}
  for (const field of fields) {
    if ('columns' in field && field.columns) values[field.key] = [typed(field.columns, context) as Row]
    else if (field.example !== undefined && field.type !== 'computed') {
      const reading = readValue(field, field.example, context)
      if ('value' in reading && reading.value !== null) values[field.key] = reading.value
    }
  }
  return values
}
