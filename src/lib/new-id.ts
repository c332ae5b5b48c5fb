const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'

/** An id as PocketBase makes them, known before the first save so that a save sent twice makes one record. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(15))
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('')
}
