/** Crockford's base 32 alphabet. It has no I, L, O and U, because they are easily mistaken for other characters. */
export const verificationCodeAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Number of characters of a code, written as `XXXX-XXXX-XXXX`. Each character has five bits. */
export const verificationCodeLength = 12

const lookalikes: Record<string, string> = { O: '0', I: '1', L: '1' }

/** Normalizes a typed verification code: `k7o2 m4…` → `K702-M4…`. Returns an empty string if the text is not a valid code. */
export function parseVerificationCode(typed: string): string {
  const letters = typed
    .toUpperCase()
    .replace(/[\s\u2010-\u2015_.-]/g, '')
    .replace(/[OIL]/g, (letter) => lookalikes[letter] ?? '')
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(letters) ? formatVerificationCode(letters) : ''
}

/** Inserts hyphens into verification codes; several codes may be concatenated: `ABCDEFGHJKMN` → `ABCD-EFGH-JKMN`. */
export function formatVerificationCode(letters: string): string {
  return letters.replace(/(.{4})(.{4})(.{4})/g, '$1-$2-$3')
}

/** Returns the printed address of the verification page, without `https://`. */
export function formatVerificationAddress(site: string): string {
  return encodeURI(`${site}/verificar`).replace(/^https:\/\//, '')
}

export function getVerificationUrl(site: string, code: string): string {
  return `${site}/verificar/${code}`
}

/** Returns the verification URL of a QR code, in capitals for a smaller code unless the site's URL has a path. */
export function getQrUrl(site: string, code: string): string {
  const address = encodeURI(getVerificationUrl(site, code))
  return /^https?:\/\/[^/?#]+$/i.test(site) ? address.toUpperCase() : address
}
