const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** Creates an id in PocketBase's format. The client sets ids, so that a repeated create request makes only one record. */
export function createRecordId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
