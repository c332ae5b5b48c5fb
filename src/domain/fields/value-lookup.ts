import type { Value, Values } from './field.ts'

/** Returns a value by key: of a column in the same row, or of a field in the request. */
export type ValueLookup = (key: string) => Value | undefined

/** Returns the value of an own property. Inherited properties such as `constructor` give `undefined`. */
export function getOwnValue(values: object, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? (values as Values)[key] : undefined
}

export function createValueLookup(values: Values): ValueLookup {
  return (key) => getOwnValue(values, key)
}

/** Creates the lookup of values for a table row. Keys in `keys` are columns of the row; other keys are fields outside the table. */
export function createRowValueLookup(values: object, keys: ReadonlySet<string>, outer: ValueLookup): ValueLookup {
  return (key) => (keys.has(key) ? getOwnValue(values, key) : outer(key))
}

export function getFieldKeys(fields: readonly { key: string }[]): Set<string> {
  return new Set(fields.map((field) => field.key))
}

/** Returns whether a value is an object and not an array. Does not check its properties. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether a value is `null`, an empty array or blank text. */
export function isEmptyValue(value: Value): boolean {
  // Most texts start with a visible ASCII character. Compares texts, because a call per cell is slow in the server's VM.
  if (typeof value === 'string') return !(value >= '!' && value < '\x7f') && value.trim() === ''
  return value === null || (Array.isArray(value) && value.length === 0)
}
