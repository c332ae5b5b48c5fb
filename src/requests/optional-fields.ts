import type { Field, Values } from '../domain/fields/field.ts'
import { isFieldRequiredWithValues } from '../domain/fields/values.ts'

/** Returns the keys of the fields and columns that are optional with these values. */
export function listOptionalKeys(fields: readonly Field[], values: Values): ReadonlySet<string> {
  const columns = fields.flatMap((field) => field.columns ?? [])
  return new Set(
    [...fields, ...columns].filter((field) => !isFieldRequiredWithValues(field, values)).map((field) => field.key),
  )
}
