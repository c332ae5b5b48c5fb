import { crc32 } from '../../../domain/documents/zip.ts'
import { FileReadError } from '../file-read-error.ts'
import { type XmlHandler, XmlParser } from '../xml/xml-parser.ts'
import { getCompressedBytes, readCentralDirectory, type ZipDirectoryEntry } from './zip-directory.ts'

const allBytes = 512 * 1024 * 1024
const partBytes = 64 * 1024 * 1024
const partRatio = 100
const gzipHeader = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff)
/** Size of compressed chunks in bytes. Even at 1,000 : 1, a chunk inflates to 16 MB before its size is checked. */
const slice = 16 * 1024

/** ZIP archive whose entries are inflated on reading. Checks limits against the actual size, because the declared size is not trusted. */
export class ZipReader {
  readonly #entries: Map<string, ZipDirectoryEntry>
  readonly #bytes: Uint8Array
  #inflated = 0
  #packed = 0
  readonly #onProgress: (packed: number) => void

  constructor(bytes: Uint8Array, onProgress: (packed: number) => void = () => {}) {
    this.#bytes = bytes
    this.#onProgress = onProgress
    this.#entries = readCentralDirectory(bytes)
  }

  get entries(): readonly ZipDirectoryEntry[] {
    return [...this.#entries.values()]
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase())
  }

  /** Inflates an entry in chunks. Throws a `FileReadError` if the entry is missing, encrypted, damaged or too large. */
  async *read(name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const entry = this.#entries.get(name.toLowerCase())
    if (!entry) throw new FileReadError('file.damaged')
    if (entry.encrypted) throw new FileReadError('file.encrypted')
    this.#refuseExpansion(entry, entry.declared, this.#inflated + entry.declared)
    let inflated = 0
    for await (const chunk of this.#chunks(entry)) {
      inflated += chunk.length
      this.#inflated += chunk.length
      this.#refuseExpansion(entry, inflated, this.#inflated)
      yield chunk
    }
    if (inflated !== entry.declared) throw new FileReadError('file.damaged')
  }

  #refuseExpansion(entry: ZipDirectoryEntry, part: number, all: number): void {
    const isBomb = part > partBytes && part > entry.packed * partRatio
    if (all > allBytes || isBomb || part > entry.declared) throw new FileReadError('file.expands')
  }

  async *#chunks(entry: ZipDirectoryEntry): AsyncGenerator<Uint8Array, void, undefined> {
    const packed = getCompressedBytes(this.#bytes, entry)
    if (entry.method !== 0 && entry.method !== 8) throw new FileReadError('file.damaged')
    if (entry.method === 0) {
      if (crc32(packed) !== entry.crc) throw new FileReadError('file.damaged')
      yield packed
      return
    }
    // Wraps the data as gzip, because `DecompressionStream` then verifies the CRC, ten times faster than JavaScript.
    const reader = this.#wrap(packed, entry).pipeThrough(new DecompressionStream('gzip')).getReader()
    try {
      for (;;) {
        const { done, value } = await reader.read()
        if (done) return
        yield value
      }
    } catch {
      throw new FileReadError('file.damaged')
    } finally {
      reader.cancel().catch(() => {})
    }
  }

  #wrap(packed: Uint8Array, entry: ZipDirectoryEntry): ReadableStream<BufferSource> {
    let at = 0
    return new ReadableStream({
      start: (controller) => controller.enqueue(gzipHeader),
      pull: (controller) => {
        const part = packed.subarray(at, at + slice)
        at += part.length
        this.#packed += part.length
        this.#onProgress(this.#packed)
        if (part.length > 0) return controller.enqueue(part as Uint8Array<ArrayBuffer>)
        controller.enqueue(Uint32Array.of(entry.crc, entry.declared))
        controller.close()
      },
    })
  }
}

/** Parses one XML part of an archive. Reports a parse error only after reading the whole part, because a damaged entry takes precedence. */
export async function parseXmlPart(zip: ZipReader, path: string, handler: XmlHandler): Promise<undefined> {
  const xml = new XmlParser(handler)
  let failure: unknown
  for await (const chunk of zip.read(path)) {
    try {
      if (failure === undefined) xml.write(chunk)
    } catch (error) {
      failure = error
    }
  }
  if (failure !== undefined) throw failure
  xml.end()
}
