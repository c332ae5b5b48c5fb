import type { Value, Values } from './field.ts'

/** Looks up a value beside the one being judged, by key: a column of the same row, or a field of the request. */
export type Near = (key: string) => Value | undefined

/** The value of an own property: a key such as `constructor` finds nothing inherited. */
export function own(values: object, key: string): Value | undefined {
  return Object.hasOwn(values, key) ? (values as Values)[key] : undefined
}

/** Looks among the values of one request only. */
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

/** An object that is no list; its own properties are not checked. */
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
