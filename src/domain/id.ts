const shape = /^[a-z0-9]{15}$/

/** Whether a text can be the id of a record at all: whatever comes in as one is asked before anything is looked for. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && shape.test(text)
}
