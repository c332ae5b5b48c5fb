import { type FileErrorCode, FileReadError } from './file-read-error.ts'
import type { WorkbookType } from './workbook.ts'
import { readCentralDirectory } from './zip/zip-directory.ts'

/** Detects the file type from the content, whatever the file name. Throws a `FileReadError` with a specific code for unsupported types. */
export function detectFileType(bytes: Uint8Array): WorkbookType {
  if (bytes.length === 0) throw new FileReadError('file.empty')
  if (startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06')) return detectZipType(bytes)
  if (startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) throw new FileReadError(detectCompoundType(bytes))
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 4096)).replace(/^(ï»¿|\s)+/, '')
  const code = detectTextType(head, bytes.length) ?? (isBinary(bytes) ? detectBinaryType(bytes) : null)
  if (code) throw new FileReadError(code)
  return 'csv'
}

function detectTextType(head: string, length: number): FileErrorCode | null {
  if (head.startsWith('%PDF')) return 'file.pdf'
  if (head.startsWith('{\\rtf')) return 'file.word'
  if (/^<(!doctype html|html|table|meta|head|body)\b/i.test(head)) return 'file.web'
  if (/^<\?xml|^<\w+[ >]/i.test(head)) return /<html|progid="Excel/i.test(head) ? 'file.web' : 'file.unknown'
  return length < 4096 && /^\{[\s\S]*"(doc_id|url)"\s*:/.test(head) ? 'file.link' : null
}

const signatures: [string, FileErrorCode][] = [
  ['\x89PNG', 'file.image'],
  ['\xff\xd8\xff', 'file.image'],
  ['GIF8', 'file.image'],
  ['RIFF', 'file.image'],
  ['BM', 'file.image'],
  ['\x00\x00\x00\x18ftyp', 'file.image'],
  ['MZ', 'file.program'],
  ['\x7fELF', 'file.program'],
  ['\xcf\xfa\xed\xfe', 'file.program'],
  ['Rar!', 'file.zip'],
  ["7z\xbc\xaf'\x1c", 'file.zip'],
  ['\x1f\x8b', 'file.zip'],
  ['\x09\x08\x10\x00', 'file.xls'],
  ['\x09\x04\x06\x00', 'file.xls'],
]

function detectBinaryType(bytes: Uint8Array): FileErrorCode {
  return signatures.find(([mark]) => startsWith(bytes, mark))?.[1] ?? 'file.unknown'
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  for (let i = 0; i < mark.length; i++) if (bytes[i] !== mark.charCodeAt(i)) return false
  return true
}

/** Returns the error code for a compound file (CFB), by the names of its streams. These names are in UTF-16. */
function detectCompoundType(bytes: Uint8Array): FileErrorCode {
  const names = new TextDecoder('utf-16le').decode(bytes.subarray(0, bytes.length & ~1))
  if (names.includes('EncryptedPackage')) return 'file.encrypted'
  if (names.includes('WordDocument')) return 'file.word'
  if (names.includes('PowerPoint Document')) return 'file.slides'
  return /Workbook|Book\0/.test(names) ? 'file.xls' : 'file.unknown'
}

function detectZipType(bytes: Uint8Array): WorkbookType {
  const names = [...readCentralDirectory(bytes).keys()]
  const has = (part: string) => names.some((name) => name.startsWith(part))
  if (has('xl/workbook.bin')) throw new FileReadError('file.xlsb')
  if (names.some((name) => /(^|\/)workbook\.xml$/.test(name))) return 'xlsx'
  if (has('word/')) throw new FileReadError('file.word')
  if (has('ppt/')) throw new FileReadError('file.slides')
  if (has('index/') || has('index.zip')) throw new FileReadError('file.numbers')
  const kind = getOpenDocumentKind(bytes)
  if (has('content.xml')) {
    if (kind === 'text') throw new FileReadError('file.word')
    if (kind === 'presentation') throw new FileReadError('file.slides')
    return 'ods'
  }
  throw new FileReadError(has('xl/') || kind === 'spreadsheet' ? 'file.damaged' : 'file.zip')
}

/** Returns the media type of an OpenDocument file. Its first ZIP entry contains the media type uncompressed. */
function getOpenDocumentKind(bytes: Uint8Array): string {
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 120))
  return /opendocument\.(text|presentation|spreadsheet)/.exec(head)?.[1] ?? ''
}

/** Returns whether the content is binary, i.e. not text. Zero bytes at only even or only odd offsets indicate UTF-16 text. */
function isBinary(bytes: Uint8Array): boolean {
  if (startsWith(bytes, '\xff\xfe') || startsWith(bytes, '\xfe\xff')) return false
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  let strange = 0
  for (let i = 0; i < sample.length; i++) {
    const byte = sample[i] as number
    if (byte === 0) zeros[i & 1] = (zeros[i & 1] as number) + 1
    else if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c) strange++
  }
  const [even = 0, odd = 0] = zeros
  const isUtf16 = Math.max(even, odd) > sample.length / 4 && Math.min(even, odd) < sample.length / 50
  return strange > sample.length / 100 || (even + odd > 0 && !isUtf16)
}
