import { crc32, directory, localHeader, type ZipEntry } from '../../domain/documents/zip.ts'

/** An entry that is whole: its bytes as the platform deflated them. */
export interface Packed extends Pick<ZipEntry, 'name' | 'crc' | 'size'> {
  bytes: Blob
}

/** An entry while it is written, piece by piece; several may be written side by side, and none of their texts stays in memory. */
export function packing(name: string) {
  const encoder = new TextEncoder()
  const deflater = new CompressionStream('deflate-raw')
  const writer = deflater.writable.getWriter()
  const packed = new Response(deflater.readable).blob()
  const entry = { name, crc: 0, size: 0 }
  return {
    async write(piece: string) {
      const bytes = encoder.encode(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      await writer.write(bytes)
    },
    async end(): Promise<Packed> {
      await writer.close()
      return { ...entry, bytes: await packed }
    },
  }
}

/** Packs texts, given in pieces, as they come. */
export async function packed(name: string, pieces: Iterable<string>): Promise<Packed> {
  const entry = packing(name)
  for (const piece of pieces) await entry.write(piece)
  return entry.end()
}

/** A ZIP of entries that are whole. */
export function archive(parts: readonly Packed[]): Blob {
  const chunks: BlobPart[] = []
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { bytes, ...part } of parts) {
    const entry = { ...part, packed: bytes.size, offset }
    const header = localHeader(entry)
    chunks.push(header as Uint8Array<ArrayBuffer>, bytes)
    entries.push(entry)
    offset += header.length + bytes.size
  }
  return new Blob([...chunks, ...(directory(entries, offset) as Uint8Array<ArrayBuffer>[])])
}
