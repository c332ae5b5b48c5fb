// A copy is a tar (POSIX.1-2001, pax): one file that any machine opens. Each entry is preceded by the MD5 of its content, as a comment.

/** Bytes of a block. */
const block = 512
/** Bytes read at once: what a copy takes of the memory does not grow with it. */
const portion = 1_048_576
/** Where the sum stands in its header: after «44 comment=». */
const sumAt = 11
const sumLength = 32

/** Go's `io.Reader`, `os.File` and the like, of which only the names are used here. */
export type Reader = Parameters<typeof toBytes>[0]
export interface GoFile {
  write(bytes: unknown): number
  writeAt(bytes: unknown, offset: number): number
  sync(): void
  close(): void
}

/** What is not as it was written; the rest of the errors are the machine's. */
export class BrokenArchive extends Error {}

/** Passes so many bytes on; throws where there are fewer. */
export function passOn(from: Reader, size: number, write: (bytes: number[]) => void, told: (bytes: number) => void) {
  for (let left = size; left > 0; ) {
    const bytes = toBytes(from, Math.min(left, portion))
    if (!bytes.length) throw new BrokenArchive('termina antes de tiempo')
    write(bytes)
    left -= bytes.length
    told(bytes.length)
  }
}

/** The MD5 of what `fill` writes, in hex, as the engine's own files keep it: no other sum of bytes is within reach of this machine. It stays as the file `probe`. */
export function sumOf(files: filesystem.System, fill: (write: (bytes: number[]) => void) => void): string {
  const writer = files.newWriter('probe', null as unknown as blob.WriterOptions)
  try {
    fill((bytes) => writer.write(bytes))
  } finally {
    writer.close()
  }
  return Buffer.from(files.attributes('probe').md5).toString('hex')
}

export interface Entry {
  path: string
  size: number
}

/** Writes one entry after the other; `files` is a folder of its own for sums. */
export function tarWriter(out: GoFile, files: filesystem.System, told: (bytes: number) => void) {
  let at = 0
  const write = (bytes: unknown, length: number) => {
    out.write(bytes)
    at += length
  }
  return {
    add({ path, size }: Entry, content: Reader) {
      const start = at
      write(paxHeader(path, size), 2 * block)
      write(header(path.slice(-100), size, '0'), block)
      const sum = sumOf(files, (sink) =>
        passOn(
          content,
          size,
          (bytes) => {
            write(bytes, bytes.length)
            sink(bytes)
          },
          told,
        ),
      )
      if (toBytes(content, 1).length) throw new Error(`${path} grew while it was read`)
      const rest = -size & (block - 1)
      if (rest) write(new Uint8Array(rest), rest)
      out.writeAt(toBytes(sum), start + block + sumAt)
    },
    end() {
      write(new Uint8Array(2 * block), 2 * block)
      out.sync()
    },
  }
}

/** Reads all entries in turn; when `each` is called the whole content is the file `probe`, and is what was written. */
export function readTar(
  from: Reader,
  files: filesystem.System,
  each: (entry: Entry) => void,
  told: (bytes: number) => void = () => {},
) {
  for (let pax = headerAt(from); pax; pax = headerAt(from)) {
    const notes = pax.type === 'x' && pax.size <= block ? notesOf(read(from, block)) : {}
    const entry = headerAt(from)
    const path = notes.path
    const size = Number(notes.size)
    if (!path || !notes.comment || entry?.type !== '0' || !(size >= 0)) throw new BrokenArchive('no es una copia')
    const sum = sumOf(files, (sink) => passOn(from, size, sink, told))
    if (sum !== notes.comment) throw new BrokenArchive(path)
    const rest = -size & (block - 1)
    if (rest) read(from, rest)
    each({ path, size })
  }
}

function read(from: Reader, size: number): string {
  const bytes = toBytes(from, size)
  if (bytes.length < size) throw new BrokenArchive('termina antes de tiempo')
  return toString(bytes)
}

function headerAt(from: Reader): { type: string; size: number } | undefined {
  const text = read(from, block)
  if (/^\0+$/.test(text)) return undefined
  if (text.slice(257, 262) !== 'ustar' || text.length !== block) throw new BrokenArchive('no es un tar')
  if (Number.parseInt(text.slice(148, 155), 8) !== checksum(text)) throw new BrokenArchive('una cabecera')
  return { type: text[156] ?? '', size: Number.parseInt(text.slice(124, 135), 8) }
}

function notesOf(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^\d+ (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]))
}

/** The sum's place comes first, to be filled once the content was read. */
function paxHeader(path: string, size: number): Uint8Array {
  const notes = note('comment', '0'.repeat(sumLength)) + note('path', path) + note('size', String(size))
  if (notes.length > block) throw new Error(`the name is too long: ${path}`)
  const bytes = new Uint8Array(2 * block)
  bytes.set(header('copia', notes.length, 'x'))
  fill(bytes, block, notes)
  return bytes
}

/** `NN name=value\n`, where NN is the length of all of it. */
function note(name: string, value: string): string {
  const rest = ` ${name}=${value}\n`
  const length = rest.length + String(rest.length + 2).length
  return `${length}${rest}`
}

function header(name: string, size: number, type: string): Uint8Array {
  const octal = (value: number, width: number) => value.toString(8).padStart(width, '0')
  const fields = [name.padEnd(100, '\0'), `${octal(0o600, 7)}\0`, `${octal(0, 7)}\0`, `${octal(0, 7)}\0`]
  // What does not fit stands in the pax header, as all sizes do.
  fields.push(`${octal(size < 8 ** 11 ? size : 0, 11)}\0`, `${octal(Math.floor(Date.now() / 1000), 11)}\0`)
  const text = `${fields.join('')}        ${type}${'\0'.repeat(100)}ustar\x0000`.padEnd(block, '\0')
  const bytes = new Uint8Array(block)
  fill(bytes, 0, text)
  fill(bytes, 148, `${octal(checksum(text), 6)}\0 `)
  return bytes
}

/** Of all characters, with blanks in the place of the sum itself. */
function checksum(text: string): number {
  let sum = 0
  for (let index = 0; index < block; index++) sum += index >= 148 && index < 156 ? 32 : text.charCodeAt(index)
  return sum
}

function fill(bytes: Uint8Array, at: number, text: string) {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
}
