export const idShape = /^[a-z0-9]{15}$/

/** Reports whether a value has the syntax of a record id; checked before the value is used in a query. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && idShape.test(text)
}
