import type { TextEncodingName } from '../workbook.ts'

/** Decodes the content, by its byte order mark if there is one; otherwise as UTF-8 or Windows-1252. */
export function decodeText(
  bytes: Uint8Array,
  encoding: TextEncodingName = detectEncoding(bytes),
): { encoding: TextEncodingName; text: string } {
  if (encoding === 'utf-16') return { encoding, text: decodeUtf16(bytes) }
  if (encoding === 'utf-8') return { encoding, text: new TextDecoder().decode(bytes) }
  return { encoding, text: decodeCodePage(bytes, encoding) }
}

function detectEncoding(bytes: Uint8Array): TextEncodingName {
  if (hasByteOrderMark(bytes, [0xef, 0xbb, 0xbf])) return 'utf-8'
  if (
    hasByteOrderMark(bytes, [0xff, 0xfe]) ||
    hasByteOrderMark(bytes, [0xfe, 0xff]) ||
    bytes.subarray(0, 4096).includes(0)
  )
    return 'utf-16'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function hasByteOrderMark(bytes: Uint8Array, mark: number[]): boolean {
  return mark.every((byte, i) => bytes[i] === byte)
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

function decodeUtf16(bytes: Uint8Array): string {
  // Assumes big-endian if there is no byte order mark and the first byte is zero, because most letters are Latin.
  const isBig = hasByteOrderMark(bytes, [0xfe, 0xff]) || (!hasByteOrderMark(bytes, [0xff, 0xfe]) && bytes[0] === 0)
  return new TextDecoder(isBig ? 'utf-16be' : 'utf-16le').decode(bytes)
}

/**
 * Characters of bytes 80 to FF (hex) in each eight-bit encoding. Tables instead of `TextDecoder`, which lacks the code pages of DOS; Node 20 also
 * decodes bytes 80 to 9F of Windows-1252 as Latin-1. Five bytes of Windows-1252 are undefined.
 */
const highCharacters = {
  'windows-1252':
    '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  ibm850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  ibm437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø' +
    '¿¡¬√ƒ≈∆«»…\u00a0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uf8ffÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
} as const
export type CodePage = keyof typeof highCharacters

const byteOf = new Map(Array.from(highCharacters['windows-1252'], (character, i) => [character, 0x80 + i]))

export function decodeCodePage(bytes: Uint8Array, codePage: CodePage): string {
  const latin = new TextDecoder('windows-1252').decode(bytes)
  // Node 20 decodes bytes 80 to 9F as Latin-1.
  const text = latin.replace(
    /[\x80-\x9f]/g,
    (byte) => highCharacters['windows-1252'][byte.charCodeAt(0) - 0x80] as string,
  )
  return codePage === 'windows-1252' ? text : redecodeWindows1252(text, codePage)
}

/** Encodes text as Windows-1252; characters without a code become 0xFF. */
export function encodeWindows1252(text: string): Uint8Array {
  return Uint8Array.from(
    text,
    (character) => byteOf.get(character) ?? (character < '\u0080' ? character.charCodeAt(0) : 0xff),
  )
}

/** Decodes the bytes of a text, which was decoded as Windows-1252, in another encoding. */
export function redecodeWindows1252(text: string, codePage: CodePage): string {
  const characters = highCharacters[codePage]
  return text.replace(/[^\0-\x7f]/g, (character) => characters[(byteOf.get(character) ?? 0xff) - 0x80] as string)
}
