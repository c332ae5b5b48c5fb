import { decodeCodePage } from '../csv/encoding.ts'
import { FileReadError } from '../file-read-error.ts'

export interface ZipDirectoryEntry {
  name: string
  method: number
  encrypted: boolean
  packed: number
  /** Uncompressed size in bytes as declared in the directory. Not trusted: the actual size is checked, too. */
  declared: number
  crc: number
  offset: number
}

function toDataView(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

export function getCompressedBytes(bytes: Uint8Array, entry: ZipDirectoryEntry): Uint8Array {
  const view = toDataView(bytes)
  if (entry.offset + 30 > bytes.length || view.getUint32(entry.offset, true) !== 0x04034b50)
    throw new FileReadError('file.damaged')
  const start = entry.offset + 30 + view.getUint16(entry.offset + 26, true) + view.getUint16(entry.offset + 28, true)
  if (start + entry.packed > bytes.length) throw new FileReadError('file.damaged')
  return bytes.subarray(start, start + entry.packed)
}

/** Returns the entries of a ZIP archive by lower-case name, from the central directory. Names in Office files never differ only in case. */
export function readCentralDirectory(bytes: Uint8Array): Map<string, ZipDirectoryEntry> {
  const view = toDataView(bytes)
  const { count, offset } = endOfDirectory(view)
  const entries = new Map<string, ZipDirectoryEntry>()
  let at = offset
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new FileReadError('file.damaged')
    const nameLength = view.getUint16(at + 28, true)
    const extraLength = view.getUint16(at + 30, true)
    const name = decodeEntryName(bytes.subarray(at + 46, at + 46 + nameLength)).replaceAll('\\', '/')
    const entry: ZipDirectoryEntry = {
      name,
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      declared: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    const extra = at + 46 + nameLength
    if (extra + extraLength <= bytes.length) readLargeSizes(view, extra, extra + extraLength, entry)
    if (entries.has(name.toLowerCase())) throw new FileReadError('file.damaged')
    entries.set(name.toLowerCase(), entry)
    at = extra + extraLength + view.getUint16(at + 32, true)
  }
  // Rejects an archive with more entries than its directory declares, because they would be skipped silently.
  if (at + 4 <= bytes.length && view.getUint32(at, true) === 0x02014b50) throw new FileReadError('file.damaged')
  return entries
}

function endOfDirectory(view: DataView): { count: number; offset: number } {
  const last = view.byteLength - 22
  for (let at = last; at >= Math.max(0, last - 0xffff); at--) {
    if (view.getUint32(at, true) !== 0x06054b50) continue
    const count = view.getUint16(at + 10, true)
    const offset = view.getUint32(at + 16, true)
    if (offset !== 0xffffffff && count !== 0xffff) return { count, offset }
    return largeEndOfDirectory(view, at)
  }
  throw new FileReadError('file.damaged')
}

/** Reads the ZIP64 end record. Streaming writers use ZIP64 even for small archives. */
function largeEndOfDirectory(view: DataView, end: number): { count: number; offset: number } {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== 0x07064b50) throw new FileReadError('file.damaged')
  const at = Number(view.getBigUint64(locator + 8, true))
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== 0x06064b50) throw new FileReadError('file.damaged')
  return { count: Number(view.getBigUint64(at + 32, true)), offset: Number(view.getBigUint64(at + 48, true)) }
}

function readLargeSizes(view: DataView, from: number, to: number, entry: ZipDirectoryEntry): void {
  for (let at = from; at + 4 <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    for (const key of ['declared', 'packed', 'offset'] as const) {
      if (entry[key] !== 0xffffffff || next + 8 > to) continue
      entry[key] = Number(view.getBigUint64(next, true))
      next += 8
    }
    return
  }
}

/** Decodes an entry name as UTF-8, otherwise as code page 850, as in Windows in Spanish. Ignores the archive's encoding flag. */
function decodeEntryName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeCodePage(bytes, 'ibm850')
  }
}
