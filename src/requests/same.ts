import type { Values } from '../domain/field.ts'

/** Whether two sets of values are the same, in whatever order their keys come. */
export function same(a: Values, b: Values): boolean {
  return sorted(a) === sorted(b)
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
