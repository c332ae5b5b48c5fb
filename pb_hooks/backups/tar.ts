// A backup is a tar file (POSIX.1-2001: ustar, with pax headers for long names and large files), which standard tools can open.
// Its last entry holds an MD5 checksum for each 64 MiB of the preceding bytes.

/** Block size in bytes. */
const block = 512
/** Chunk size in bytes, so that memory use does not depend on the backup's size. */
const portion = 1_048_576
/** Bytes per checksum. Large, because a file is written and deleted for each. */
const stretch = 67_108_864
const sumsName = 'sumas.md5'

/** Go's `io.Reader` or `os.File`. */
export type ByteSource = Parameters<typeof toBytes>[0]
export interface GoFile {
  write(bytes: number[]): number
  sync(): void
  close(): void
}

/** Error of a damaged archive; machine errors have other types. */
export class BrokenArchive extends Error {}

/**
 * Computes the MD5 checksum of each stretch in hex. Writes the bytes as a file to get it: the engine's file metadata is the only available hash of bytes.
 * `files` must be a directory of its own.
 */
function sumsOf(files: filesystem.System) {
  const sums: string[] = []
  let writer: blob.Writer | undefined
  let left = stretch
  function end() {
    writer?.close()
    if (writer) sums.push(Buffer.from(files.attributes('stretch').md5).toString('hex'))
    writer = undefined
    left = stretch
  }
  return {
    /** Bytes left in the current stretch. */
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
function passOn(from: ByteSource, size: number, most: () => number, write: (bytes: number[]) => void) {
  for (let left = size; left > 0; ) {
    const bytes = toBytes(from, Math.min(left, portion, most()))
    if (!bytes.length) throw new BrokenArchive('termina antes de tiempo')
    write(bytes)
    left -= bytes.length
  }
}

export interface ArchiveEntry {
  path: string
  size: number
}

/** Returns a writer that appends entries to a tar file. */
export function tarWriter(out: GoFile, files: filesystem.System, told: (bytes: number) => void) {
  const sums = sumsOf(files)
  const write = (bytes: number[]) => {
    out.write(bytes)
    sums.add(bytes)
  }
  return {
    add({ path, size }: ArchiveEntry, content: ByteSource) {
      for (const each of headersOf(path, size)) write(toBytes(each))
      passOn(content, size, sums.left, (bytes) => {
        write(bytes)
        told(bytes.length)
      })
      if (toBytes(content, 1).length) throw new Error(`${path} grew while it was read`)
      if (size % block) write(toBytes('\0'.repeat(block - (size % block))))
    },
    end() {
      const text = sums.all().join('\n')
      for (const each of headersOf(sumsName, text.length)) out.write(toBytes(each))
      out.write(toBytes(padded(text)))
      out.write(toBytes('\0'.repeat(2 * block)))
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
  told: (bytes: number) => void = () => {},
) {
  const sums = sumsOf(files)
  const read = (size: number) => {
    const bytes = toBytes(from, size)
    if (bytes.length < size) throw new BrokenArchive('termina antes de tiempo')
    return bytes
  }
  try {
    for (;;) {
      const blocks = [read(block)]
      let entry = entryIn(toString(blocks[0]))
      if (entry.type === 'x' && entry.size <= block) {
        blocks.push(read(block), read(block))
        entry = { ...entryIn(toString(blocks[2])), ...notesIn(toString(blocks[1])) }
      }
      if (entry.type !== '0') throw new BrokenArchive('no es una copia')
      if (entry.path === sumsName) {
        if (entry.size > portion || toString(read(entry.size)) !== sums.all().join('\n'))
          throw new BrokenArchive('las sumas')
        return
      }
      for (const each of blocks) sums.add(each)
      passTo(each(entry), (sink) =>
        passOn(from, entry.size, sums.left, (bytes) => {
          sums.add(bytes)
          sink?.write(bytes)
          told(bytes.length)
        }),
      )
      if (entry.size % block) sums.add(read(block - (entry.size % block)))
    }
  } finally {
    sums.close()
  }
}

function passTo(sink: Sink, pass: (sink: Sink) => void) {
  try {
    pass(sink)
  } finally {
    sink?.close()
  }
}

function entryIn(header: string): ArchiveEntry & { type: string } {
  if (header.slice(257, 262) !== 'ustar' || header.length !== block) throw new BrokenArchive('no es un tar')
  if (Number.parseInt(header.slice(148, 155), 8) !== checksum(header.slice(0, 148), header.slice(156)))
    throw new BrokenArchive('una cabecera')
  const text = (from: number, length: number) => header.slice(from, from + length).replace(/\0.*$/s, '')
  const folder = text(345, 155)
  const path = `${folder && `${folder}/`}${text(0, 100)}`
  return { path, type: header[156] ?? '', size: Number.parseInt(header.slice(124, 135), 8) }
}

function notesIn(text: string): Partial<ArchiveEntry> {
  const notes = Object.fromEntries([...text.matchAll(/^\d+ (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
  return { path: notes.path ?? '', size: Number(notes.size) }
}

/** Returns the header blocks of an entry: one, or three with a pax header if name or size is too long. */
function headersOf(path: string, size: number): string[] {
  const [folder, name] = /^(.{1,155})\/([^/]{1,100})$/.exec(path)?.slice(1) ?? ['', path]
  if (name && name.length <= 100 && size < 8 ** 11) return [header(name, folder ?? '', size, '0')]
  const notes = note('path', path) + note('size', String(size))
  if (notes.length > block) throw new Error(`the name is too long: ${path}`)
  return [header('pax', '', notes.length, 'x'), padded(notes), header(path.slice(-100), '', size % 8 ** 11, '0')]
}

/** Formats a pax record: `NN name=value\n`, where NN is the length of the whole record. */
function note(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const digits = String(rest.length + 2).length
  return `${rest.length + digits}${rest}`
}

function header(name: string, folder: string, size: number, type: string): string {
  const octal = (value: number, width: number) => `${value.toString(8).padStart(width, '0')}\0`
  const owner = `${octal(0o600, 7)}${octal(0, 7)}${octal(0, 7)}`
  const before = `${name.padEnd(100, '\0')}${owner}${octal(size, 11)}${octal(Math.floor(Date.now() / 1000), 11)}`
  const after = `${type}${'\0'.repeat(100)}ustar\x0000${'\0'.repeat(80)}${folder}`
  return padded(`${before}${octal(checksum(before, after), 6)} ${after}`)
}

/** Returns the sum of all characters; the checksum field itself counts as blanks. */
function checksum(before: string, after: string): number {
  let sum = 8 * 32
  for (const character of (before + after).replace(/\0+/g, '')) sum += character.charCodeAt(0)
  return sum
}

function padded(text: string): string {
  return text.padEnd(Math.ceil(text.length / block) * block, '\0')
}
