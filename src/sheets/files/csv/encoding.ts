import type { TextEncodingName } from '../workbook.ts'
import { convertCodePage } from './code-pages.ts'

export interface DecodedFile {
  encoding: TextEncodingName
  /** Content as UTF-8, without byte order mark. */
  utf8: Uint8Array
}

/**
 * Detects the encoding and converts the content to UTF-8. Checks the byte order mark, then valid UTF-8; otherwise
 * assumes Windows-1252.
 */
export function decodeToUtf8(bytes: Uint8Array, chosen?: TextEncodingName): DecodedFile {
  const encoding = chosen ?? detectEncoding(bytes)
  if (encoding === 'utf-16') return { encoding, utf8: new TextEncoder().encode(decodeUtf16(bytes)) }
  if (encoding !== 'utf-8') return { encoding, utf8: convertCodePage(bytes, encoding) }
  const plain = hasByteOrderMark(bytes, [0xef, 0xbb, 0xbf]) ? bytes.subarray(3) : bytes
  return { encoding, utf8: isUtf8(plain) ? plain : new TextEncoder().encode(new TextDecoder().decode(plain)) }
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
