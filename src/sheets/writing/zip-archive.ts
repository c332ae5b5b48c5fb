import { crc32, createCentralDirectory, createLocalHeader, type ZipEntry } from '../../domain/documents/zip.ts'

interface CompressedEntry extends Pick<ZipEntry, 'name' | 'crc' | 'size'> {
  bytes: Blob
}

/** Starts a ZIP entry that is written in chunks. Several entries can be open at the same time. Only compressed bytes stay in memory. */
export function openZipEntry(name: string) {
  const encoder = new TextEncoder()
  const deflater = new CompressionStream('deflate-raw')
  const writer = deflater.writable.getWriter()
  const compressedBytes = new Response(deflater.readable).blob()
  const entry = { name, crc: 0, size: 0 }
  return {
    async write(piece: string) {
      const bytes = encoder.encode(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      await writer.write(bytes)
    },
    async end(): Promise<CompressedEntry> {
      await writer.close()
      return { ...entry, bytes: await compressedBytes }
    },
  }
}

export function buildZipArchive(parts: readonly CompressedEntry[]): Blob {
  const chunks: BlobPart[] = []
  const entries: ZipEntry[] = []
  let offset = 0
  for (const { bytes, ...part } of parts) {
    const entry = { ...part, packed: bytes.size, offset }
    const header = createLocalHeader(entry)
    chunks.push(header as Uint8Array<ArrayBuffer>, bytes)
    entries.push(entry)
    offset += header.length + bytes.size
  }
  return new Blob([...chunks, ...(createCentralDirectory(entries, offset) as Uint8Array<ArrayBuffer>[])])
}
