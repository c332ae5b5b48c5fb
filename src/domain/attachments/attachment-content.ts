import { readImageSize } from '../documents/image-size.ts'
import type { AttachmentKind } from './attachment-kind.ts'

/** File that can be read at any offset. `read` returns fewer bytes than requested at the end of the file. */
export interface RandomAccessFile {
  size: number
  read(at: number, length: number): Uint8Array
}

/** Maximum number of pixels of an image. Larger than images of any camera, and small enough for browsers to open. */
const maxPixels = 100_000_000

/** Detects the type of a file from its content, without decompressing any data. Returns `null` if the type is not accepted. */
export function detectAttachmentKind(file: RandomAccessFile): AttachmentKind | null {
  const head = file.read(0, 65_536)
  if (readLatin1(head, 0, 5) === '%PDF-') return isPdf(file) ? 'pdf' : null
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return hasAcceptedSize(jpegSize(file)) ? 'jpeg' : null
  if (readLatin1(head, 0, 8) === '\x89PNG\r\n\x1a\n')
    return readLatin1(head, 12, 4) === 'IHDR' && hasAcceptedSize(readImageSize(head)) ? 'png' : null
  if (readLatin1(head, 0, 4) === 'RIFF' && readLatin1(head, 8, 4) === 'WEBP')
    return hasAcceptedSize(webpSize(head)) ? 'webp' : null
  return readLatin1(head, 0, 4) === 'PK\x03\x04' ? detectZipKind(file, head) : null
}

/** Returns whether a PDF ends with its end marker. Rejects a PDF with HTML, a script or a ZIP archive appended to it. */
function isPdf(file: RandomAccessFile): boolean {
  const tail = decodeLatin1(file.read(Math.max(0, file.size - 2_048), 2_048))
  const end = tail.lastIndexOf('%%EOF')
  return end >= 0 && !/<\/?(?:script|html|svg)\b/i.test(tail.slice(end)) && !tail.includes('PK\u0005\u0006', end)
}

function hasAcceptedSize({ width, height }: { width: number; height: number }): boolean {
  return width > 0 && height > 0 && width * height <= maxPixels
}

/** Returns the width and height of a JPEG. Scans its segments, because a large thumbnail may precede the frame header. */
function jpegSize(file: RandomAccessFile) {
  const nothing = { width: 0, height: 0 }
  for (let at = 2, marks = 0; at + 9 < file.size && marks < 500; marks++) {
    const mark = file.read(at, 9)
    if (mark[0] !== 0xff) return nothing
    const code = mark[1] ?? 0
    const isFrame = code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
    if (isFrame)
      return {
        width: (readInteger(mark, 7, 1) << 8) | readInteger(mark, 8, 1),
        height: (readInteger(mark, 5, 1) << 8) | readInteger(mark, 6, 1),
      }
    // Skips fill bytes (0xff) before a marker.
    at += code === 0xff ? 1 : 2 + ((readInteger(mark, 2, 1) << 8) | readInteger(mark, 3, 1))
  }
  return nothing
}

function webpSize(head: Uint8Array) {
  const kind = readLatin1(head, 12, 4)
  if (kind === 'VP8X') return { width: readInteger(head, 24, 3) + 1, height: readInteger(head, 27, 3) + 1 }
  if (kind === 'VP8L') {
    const bits = readInteger(head, 21, 4)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind !== 'VP8 ') return { width: 0, height: 0 }
  return { width: readInteger(head, 26, 2) & 0x3fff, height: readInteger(head, 28, 2) & 0x3fff }
}

interface ZipDirectoryEntry {
  name: string
  encrypted: boolean
  /** Compressed size in bytes; `size` is the uncompressed size. */
  packed: number
  size: number
  at: number
}

const maxZipEntries = 5_000
const maxDirectoryBytes = 1_048_576
/**
 * Limits against ZIP bombs: maximum uncompressed size in bytes, and maximum ratio of uncompressed to compressed size.
 */
const maxUncompressedBytes = 500_000_000
const maxCompressionRatio = 1_000

const mainParts = { 'word/document.xml': 'docx', 'xl/workbook.xml': 'xlsx', 'ppt/presentation.xml': 'pptx' } as const
const openDocuments = {
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/vnd.oasis.opendocument.spreadsheet': 'ods',
} as const

/** Pattern of executables, scripts and web pages, and of macros in Office and OpenDocument files. */
const executablePattern =
  /(^|\/)vba|(^|\/)(basic|scripts)\/|macrosheets|\.(exe|dll|com|scr|msi|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|jar|sh|py|lnk|html?|svg)$/i

/**
 * Detects Office and OpenDocument files by their ZIP directory. Returns `null` if the archive is invalid or contains forbidden entries, such as
 * macros.
 */
function detectZipKind(file: RandomAccessFile, head: Uint8Array): AttachmentKind | null {
  const entries = readZipDirectory(file)
  if (!entries?.length) return null
  const names = new Set(entries.map(({ name }) => name))
  if (names.size < entries.length || entries.some(({ encrypted, name }) => encrypted || executablePattern.test(name)))
    return null
  if (!names.has('[Content_Types].xml')) return openDocumentKind(entries[0], head)
  const parts = Object.entries(mainParts).filter(([name]) => names.has(name))
  return parts.length === 1 ? (parts[0]?.[1] ?? null) : null
}

/** Returns the type of an OpenDocument file from its first entry `mimetype`, which is uncompressed. */
function openDocumentKind(first: ZipDirectoryEntry | undefined, head: Uint8Array): AttachmentKind | null {
  if (first?.name !== 'mimetype' || first.at !== 0 || first.size !== first.packed || first.size > 100) return null
  const mimeType = readLatin1(head, 30 + readInteger(head, 26, 2) + readInteger(head, 28, 2), first.size)
  return mimeType in openDocuments ? openDocuments[mimeType as keyof typeof openDocuments] : null
}

/**
 * Returns the entries of a ZIP archive, ordered by offset. Returns `null` if the archive is damaged or if its uncompressed data exceeds the limits.
 */
function readZipDirectory(file: RandomAccessFile): ZipDirectoryEntry[] | null {
  const tail = file.read(Math.max(0, file.size - 66_000), 66_000)
  const end = findEndRecord(tail)
  if (end === null) return null
  const [count, length, from] = [
    readInteger(tail, end + 10, 2),
    readInteger(tail, end + 12, 4),
    readInteger(tail, end + 16, 4),
  ]
  // Rejects concatenated files: the directory must end directly before its end record, and the first entry must be at
  // offset 0.
  if (from + length !== file.size - tail.length + end || length > maxDirectoryBytes || count > maxZipEntries)
    return null
  const directory = file.read(from, length)
  const entries: ZipDirectoryEntry[] = []
  for (let at = 0; at < length; ) {
    if (readInteger(directory, at, 4) !== 0x02014b50) return null
    const [named, extra, remark] = [28, 30, 32].map((place) => readInteger(directory, at + place, 2)) as [
      number,
      number,
      number,
    ]
    entries.push({
      name: readLatin1(directory, at + 46, named),
      encrypted: (readInteger(directory, at + 8, 2) & 1) === 1,
      packed: readInteger(directory, at + 20, 4),
      size: readInteger(directory, at + 24, 4),
      at: readInteger(directory, at + 42, 4),
    })
    if (entries.length > count) return null
    at += 46 + named + extra + remark
  }
  return entries.length === count && areEntriesSafe(entries, file.size, from)
    ? entries.sort((a, b) => a.at - b.at)
    : null
}

function findEndRecord(tail: Uint8Array): number | null {
  for (let at = tail.length - 22; at >= 0; at--)
    if (readInteger(tail, at, 4) === 0x06054b50 && at + 22 + readInteger(tail, at + 20, 2) === tail.length) return at
  return null
}

/** Returns whether a ZIP archive is safe: entries do not overlap, paths stay inside the archive, and the uncompressed size is within limits. */
function areEntriesSafe(entries: ZipDirectoryEntry[], size: number, end: number): boolean {
  const places = [...entries].sort((a, b) => a.at - b.at)
  const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (places[0]?.at !== 0 || unpacked > maxUncompressedBytes || unpacked > size * maxCompressionRatio) return false
  return places.every(({ at, packed, name }, i) => {
    const isInside = at + 30 + packed <= (places[i + 1]?.at ?? end)
    return isInside && !/(^|\/)\.\.(\/|$)|^\/|\\|^[a-z]:/i.test(name)
  })
}

function readInteger(bytes: Uint8Array, at: number, width: number): number {
  let value = 0
  for (let i = width - 1; i >= 0; i--) value = value * 256 + (bytes[at + i] ?? 0)
  return value
}

function readLatin1(bytes: Uint8Array, at: number, length: number): string {
  return decodeLatin1(bytes.subarray(at, at + length))
}

function decodeLatin1(bytes: Uint8Array): string {
  let all = ''
  for (const byte of bytes) all += String.fromCharCode(byte)
  return all
}
