// ZIP writer according to PKWARE's APPNOTE 6.3.10. Stores PDFs uncompressed, because compression hardly reduces them and readers can then stream
// them.

export interface ZipEntry {
  name: string
  crc: number
  /** Size in bytes. */
  size: number
  /** Compressed size in bytes; absent if the entry is stored uncompressed. */
  packed?: number
  /** Offset of the local header in bytes, from the start of the archive. */
  offset: number
}

const table = Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  return crc | 0
})
const createNextTable = (sums: number[]) => sums.map((crc) => (crc >>> 8) ^ (table[crc & 255] ?? 0))
/** CRC tables for bytes that one, two or three further bytes follow (slicing-by-4). */
const tableOne = createNextTable(table)
const tableTwo = createNextTable(tableOne)
const tableThree = createNextTable(tableTwo)

/** Returns the CRC-32 of bytes after `before`, in words of four bytes: single ones take eight times as long in goja. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const head = -bytes.byteOffset & 3
  if (bytes.length < head) return ~updateCrc(bytes, ~before) >>> 0
  const words = new Int32Array(bytes.buffer, bytes.byteOffset + head, (bytes.length - head) >> 2)
  let crc = updateCrc(bytes.subarray(0, head), ~before)
  for (let at = 0; at < words.length; at++) {
    const word = crc ^ (words[at] ?? 0)
    crc =
      (tableThree[word & 255] ?? 0) ^
      (tableTwo[(word >>> 8) & 255] ?? 0) ^
      (tableOne[(word >>> 16) & 255] ?? 0) ^
      (table[word >>> 24] ?? 0)
  }
  return ~updateCrc(bytes.subarray(head + 4 * words.length), crc) >>> 0
}

function updateCrc(bytes: Uint8Array, before: number): number {
  let crc = before
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 255] ?? 0)
  return crc
}

export function createLocalHeader(entry: ZipEntry): Uint8Array {
  return packBytes([4, 0x04034b50], ...getCommonFields(entry), [2, 0], encodeUtf8(entry.name))
}

/** Returns the central directory. Uses ZIP64 if there are 65,535 entries or more, or 4 GiB or more. */
export function createCentralDirectory(entries: readonly ZipEntry[], offset: number): Uint8Array[] {
  const lines = entries.map((entry) => {
    const far: BinaryItem[] =
      entry.offset < 0xffffffff
        ? []
        : [
            [2, 1],
            [2, 8],
            [8, entry.offset],
          ]
    return packBytes(
      [4, 0x02014b50],
      // Marks entries with non-ASCII names as made on Unix; otherwise some readers decode them as a DOS code page.
      // Unix entries also need file permissions.
      [2, isPlain(entry.name) ? 45 : 0x32d],
      ...getCommonFields(entry),
      [2, far.length ? 12 : 0],
      [2, 0],
      [2, 0],
      [2, 0],
      [4, isPlain(entry.name) ? 0 : 0x81a40000],
      [4, Math.min(entry.offset, 0xffffffff)],
      encodeUtf8(entry.name),
      ...far,
    )
  })
  const size = lines.reduce((sum, line) => sum + line.length, 0)
  const count = entries.length
  const end = packBytes(
    [4, 0x06054b50],
    [4, 0],
    [2, Math.min(count, 0xffff)],
    [2, Math.min(count, 0xffff)],
    [4, Math.min(size, 0xffffffff)],
    [4, Math.min(offset, 0xffffffff)],
    [2, 0],
  )
  if (count < 0xffff && offset < 0xffffffff) return [...lines, end]
  const end64 = packBytes(
    [4, 0x06064b50],
    [8, 44],
    [2, 45],
    [2, 45],
    [8, 0],
    [8, count],
    [8, count],
    [8, size],
    [8, offset],
  )
  const locator = packBytes([4, 0x07064b50], [4, 0], [8, offset + size], [4, 1])
  return [...lines, end64, locator, end]
}

type BinaryItem = readonly [width: 2 | 4 | 8, value: number] | string

// Returns the fields that local and central headers share: version, flags, method, time, date, CRC, sizes and name
// length. The date is always 1 January 1980, so that equal documents give equal archives.
function getCommonFields({ crc, size, packed, name }: ZipEntry): BinaryItem[] {
  return [
    [2, 45],
    [2, isPlain(name) ? 0 : 0x800],
    [2, packed === undefined ? 0 : 8],
    [2, 0],
    [2, 0x21],
    [4, crc],
    [4, packed ?? size],
    [4, size],
    [2, encodeUtf8(name).length],
  ]
}

const isPlain = (name: string) => /^[ -~]*$/.test(name)

/** Encodes text as UTF-8; returns a string with one character per byte. */
function encodeUtf8(text: string): string {
  return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, byte) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  )
}

/** Builds bytes from items: little-endian numbers of a given width, or strings with one character per byte. */
function packBytes(...items: BinaryItem[]): Uint8Array {
  const bytes: number[] = []
  for (const item of items) {
    if (typeof item === 'string') for (const letter of item) bytes.push(letter.charCodeAt(0))
    else for (let index = 0; index < item[0]; index++) bytes.push(Math.floor(item[1] / 256 ** index) % 256)
  }
  return Uint8Array.from(bytes)
}
