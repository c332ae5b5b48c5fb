/** Windows-1252 characters for bytes 80 to 9F (hex). Latin-1 has control characters there; five bytes are undefined. */
const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const first = 0x80

/** Decodes Windows-1252. Maps bytes 80 to 9F itself, because Node 20 decodes them as Latin-1 and loses «€», «–» and curly quotes. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return text.replace(/[\u0080-\u009f]/g, (letter) => special[letter.charCodeAt(0) - first] ?? letter)
}

const byteOf = new Map(Array.from(special, (letter, i) => [letter, first + i]))

/** Encodes text as Windows-1252; characters without a code become 0xFF. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return byteOf.get(letter) ?? (code < 0x80 || (code > 0x9f && code <= 0xff) ? code : 0xff)
  })
}
