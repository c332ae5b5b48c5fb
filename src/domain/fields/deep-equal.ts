/** Returns whether two JSON values are equal, regardless of key order. */
export function isDeepEqual(a: unknown, b: unknown): boolean {
  return toSortedJson(a) === toSortedJson(b)
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner) =>
    inner && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
