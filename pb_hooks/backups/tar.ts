// A backup is a tar file (POSIX.1-2001: ustar, with pax headers for long names and large files), which standard tools can open.
// Its last entry holds an MD5 checksum for each 64 MiB of the preceding bytes.

/** Block size of the tar format in bytes. */
const blockSize = 512
/** Chunk size in bytes, so that memory use does not depend on the backup's size. */
const chunkBytes = 1_048_576
/** Bytes per checksum. Large, because each checksum needs a temporary file. */
const bytesPerChecksum = 67_108_864
const sumsName = 'sumas.md5'

/** Go's `io.Reader` or `os.File`. */
export type ByteSource = Parameters<typeof toBytes>[0]
export interface GoFile {
  write(bytes: number[]): number
  sync(): void
  close(): void
}

/** Error of a damaged archive. Errors of the machine have other types. */
export class DamagedArchiveError extends Error {}

/**
 * Computes an MD5 checksum in hex for each 64 MiB. Writes the bytes to a file, because only PocketBase's file metadata
 * contains a hash of bytes. `files` must be a separate directory.
 */
function createChecksums(files: filesystem.System) {
  const sums: string[] = []
  let writer: blob.Writer | undefined
  let left = bytesPerChecksum
  function end() {
    writer?.close()
    if (writer) sums.push(Buffer.from(files.attributes('stretch').md5).toString('hex'))
    writer = undefined
    left = bytesPerChecksum
  }
  return {
    /** Number of bytes until the next checksum. */
    left: () => left,
    add(bytes: number[]) {
      writer ??= files.newWriter('stretch', null as unknown as blob.WriterOptions)
      writer.write(bytes)
      left -= bytes.length
      if (left === 0) end()
    },
    all() {
      end()
      return sums
    },
    close: () => writer?.close(),
  }
}

/** Copies `size` bytes; throws if the source has fewer. */
function copyBytes(from: ByteSource, size: number, getMaxBytes: () => number, write: (bytes: number[]) => void) {
  for (let left = size; left > 0; ) {
    const bytes = toBytes(from, Math.min(left, chunkBytes, getMaxBytes()))
    if (!bytes.length) throw new DamagedArchiveError('termina antes de tiempo')
    write(bytes)
    left -= bytes.length
  }
}

export interface ArchiveEntry {
  path: string
  size: number
}

export function createTarWriter(out: GoFile, files: filesystem.System, onBytes: (bytes: number) => void) {
  const sums = createChecksums(files)
  const write = (bytes: number[]) => {
    out.write(bytes)
    sums.add(bytes)
  }
  return {
    add({ path, size }: ArchiveEntry, content: ByteSource) {
      for (const each of buildHeaders(path, size)) write(toBytes(each))
      copyBytes(content, size, sums.left, (bytes) => {
        write(bytes)
        onBytes(bytes.length)
      })
      if (toBytes(content, 1).length) throw new Error(`${path} grew while it was read`)
      if (size % blockSize) write(toBytes('\0'.repeat(blockSize - (size % blockSize))))
    },
    end() {
      const text = sums.all().join('\n')
      for (const each of buildHeaders(sumsName, text.length)) out.write(toBytes(each))
      out.write(toBytes(padToBlock(text)))
      out.write(toBytes('\0'.repeat(2 * blockSize)))
      out.sync()
    },
    close: () => sums.close(),
  }
}

/** Target of an entry's content; undefined if only its checksum is computed. */
type Sink = GoFile | undefined

/** Reads all entries; `each` returns the target of each content. The content is verified only once this function returns. */
export function readTar(
  from: ByteSource,
  files: filesystem.System,
  each: (entry: ArchiveEntry) => Sink,
  onBytes: (bytes: number) => void = () => {},
) {
  const sums = createChecksums(files)
  const read = (size: number) => {
    const bytes = toBytes(from, size)
    if (bytes.length < size) throw new DamagedArchiveError('termina antes de tiempo')
    return bytes
  }
  try {
    for (;;) {
      const blocks = [read(blockSize)]
      let entry = parseHeader(toString(blocks[0]))
      if (entry.type === 'x' && entry.size <= blockSize) {
        blocks.push(read(blockSize), read(blockSize))
        entry = { ...parseHeader(toString(blocks[2])), ...parsePaxHeader(toString(blocks[1])) }
      }
      if (entry.type !== '0') throw new DamagedArchiveError('no es una copia')
      if (entry.path === sumsName) {
        if (entry.size > chunkBytes || toString(read(entry.size)) !== sums.all().join('\n'))
          throw new DamagedArchiveError('las sumas')
        return
      }
      for (const each of blocks) sums.add(each)
      closeAfter(each(entry), (sink) =>
        copyBytes(from, entry.size, sums.left, (bytes) => {
          sums.add(bytes)
          sink?.write(bytes)
          onBytes(bytes.length)
        }),
      )
      if (entry.size % blockSize) sums.add(read(blockSize - (entry.size % blockSize)))
    }
  } finally {
    sums.close()
  }
}

function closeAfter(sink: Sink, pass: (sink: Sink) => void) {
  try {
    pass(sink)
  } finally {
    sink?.close()
  }
}

function parseHeader(header: string): ArchiveEntry & { type: string } {
  if (header.slice(257, 262) !== 'ustar' || header.length !== blockSize) throw new DamagedArchiveError('no es un tar')
  if (Number.parseInt(header.slice(148, 155), 8) !== checksum(header.slice(0, 148), header.slice(156)))
    throw new DamagedArchiveError('cabecera inválida')
  const text = (from: number, length: number) => header.slice(from, from + length).replace(/\0.*$/s, '')
  const folder = text(345, 155)
  const path = `${folder && `${folder}/`}${text(0, 100)}`
  return { path, type: header[156] ?? '', size: Number.parseInt(header.slice(124, 135), 8) }
}

function parsePaxHeader(text: string): Partial<ArchiveEntry> {
  const notes = Object.fromEntries([...text.matchAll(/^\d+ (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  return { path: notes.path ?? '', size: Number(notes.size) }
}

/** Returns the header blocks of an entry: one, or three with a pax header if name or size is too long. */
function buildHeaders(path: string, size: number): string[] {
  const [folder, name] = /^(.{1,155})\/([^/]{1,100})$/.exec(path)?.slice(1) ?? ['', path]
  if (name && name.length <= 100 && size < 8 ** 11) return [header(name, folder ?? '', size, '0')]
  const notes = formatPaxRecord('path', path) + formatPaxRecord('size', String(size))
  if (notes.length > blockSize) throw new Error(`the name is too long: ${path}`)
  return [header('pax', '', notes.length, 'x'), padToBlock(notes), header(path.slice(-100), '', size % 8 ** 11, '0')]
}

/** Formats a pax record: `NN name=value\n`, where NN is the length of the whole record. */
function formatPaxRecord(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const digits = String(rest.length + 2).length
  return `${rest.length + digits}${rest}`
}

function header(name: string, folder: string, size: number, type: string): string {
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width, '0')}\0`
  const owner = `${octal(0o600, 7)}${octal(0, 7)}${octal(0, 7)}`
  const before = `${name.padEnd(100, '\0')}${owner}${octal(size, 11)}${octal(Math.floor(Date.now() / 1000), 11)}`
  const after = `${type}${'\0'.repeat(100)}ustar\x0000${'\0'.repeat(80)}${folder}`
  return padToBlock(`${before}${octal(checksum(before, after), 6)} ${after}`)
}

/** Returns the sum of all characters; the checksum field itself counts as spaces. */
function checksum(before: string, after: string): number {
  let sum = 8 * 32
  for (const character of (before + after).replace(/\0+/g, '')) sum += character.charCodeAt(0)
  return sum
}

function padToBlock(text: string): string {
  return text.padEnd(Math.ceil(text.length / blockSize) * blockSize, '\0')
}
