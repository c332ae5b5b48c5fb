/** Crockford's: no letter that reads like a figure. */
export const codeLetters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Of five bits each, written `XXXX-XXXX-XXXX`. */
export const codeLength = 12

const sameAs: Record<string, string> = { O: '0', I: '1', L: '1' }

/** A code as it is kept, however it was typed: empty where it can be none. */
export function checkCodeIn(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015_.-]/g, '')
    .replace(/[OIL]/g, (letter) => sameAs[letter] ?? '')
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(letters) ? grouped(letters) : ''
}

/** Letters of one or more codes, each in its groups. */
export function grouped(letters: string): string {
  return letters.replace(/(.{4})(.{4})(.{4})/g, '$1-$2-$3')
}

/** Where a code is typed, as a document says it. */
export function placeToCheck(site: string): string {
  return encodeURI(`${site}/verificar`).replace(/^https:\/\//, '')
}

/** Where anybody checks a document. */
export function checkAddress(site: string, code: string): string {
  return `${site}/verificar/${code}`
}

/** The same for a QR code, which is smaller in capitals: of a site that is only a host they say the same. */
export function scannedAddress(site: string, code: string): string {
  const address = encodeURI(checkAddress(site, code))
  return /^https?:\/\/[^/?#]+$/i.test(site) ? address.toUpperCase() : address
}
