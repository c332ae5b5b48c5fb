export const idShape = /^[a-z0-9]{15}$/

/** Whether a text has the form of a record's id; checked before any query uses it. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && idShape.test(text)
}
