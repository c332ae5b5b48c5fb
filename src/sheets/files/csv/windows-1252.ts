/** What the bytes 80 to 9F are, which Latin-1 leaves to control characters; five of them are nothing. */
const special = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const first = 0x80

/** As the platform does it; Node 20 takes the name for Latin-1 and loses «€», «–» and the curly quotes. */
export function decodeWindows1252(bytes: Uint8Array): string {
  const text = new TextDecoder('windows-1252').decode(bytes)
  return text.replace(/[\u0080-\u009f]/g, (letter) => special[letter.charCodeAt(0) - first] ?? letter)
}

const byteOf = new Map(Array.from(special, (letter, i) => [letter, first + i]))

/** The bytes that these letters are; 0xFF for one that Windows-1252 has not. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => {
    const code = letter.charCodeAt(0)
    return byteOf.get(letter) ?? (code < 0x80 || (code > 0x9f && code <= 0xff) ? code : 0xff)
  })
}
