import type { Field, Values } from '../domain/fields/field.ts'
import { isRequired } from '../domain/fields/values.ts'

/** Keys of what may stay away with these values, those of columns among them. */
export function optionalKeys(fields: readonly Field[], values: Values): ReadonlySet<string> {
  const columns = fields.flatMap((field) => field.columns ?? [])
  return new Set([...fields, ...columns].filter((field) => !isRequired(field, values)).map((field) => field.key))
}
