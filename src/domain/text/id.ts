export const recordIdPattern = /^[a-z0-9]{15}$/

/** Returns whether a value has the syntax of a record id. Called before a value is used in a query. */
export function isRecordId(text: unknown): text is string {
  return typeof text === 'string' && recordIdPattern.test(text)
}
