import type { Value, Values } from './field.ts'

/** A neighbour of the value being looked at: a column of the same row, or a field of the request. */
export type Near = (key: string) => Value | undefined

export function own(values: object, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? (values as Values)[key] : undefined
}

export function lookup(values: Values): Near {
  return (key) => own(values, key)
}

/** What a row sees: its own columns by these keys, then the fields around the table. */
export function within(values: object, keys: ReadonlySet<string>, outer: Near): Near {
  return (key) => (keys.has(key) ? own(values, key) : outer(key))
}

export function keysIn(fields: readonly { key: string }[]): Set<string> {
  return new Set(fields.map((field) => field.key))
}

export function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// By its code: an expression would cost the server's machine ten times as much, for each cell of a batch.
function startsVisibly(text: string): boolean {
  const first = text.charCodeAt(0)
  return first > 0x20 && first < 0x7f
}

/** Null, an empty list, or nothing but spaces. */
export function isAbsent(value: Value): boolean {
  if (typeof value === 'string') return value === '' || (!startsVisibly(value) && value.trim() === '')
  return value === null || (Array.isArray(value) && value.length === 0)
}
