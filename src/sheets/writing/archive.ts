import { crc32, directory, localHeader, type ZipEntry } from '../../domain/zip.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Packs texts, given in pieces, into a ZIP whose entries are deflated by the platform. */
export async function archive(parts: Iterable<readonly [name: string, pieces: Iterable<string>]>): Promise<Bytes> {
  const encoder = new TextEncoder()
  const chunks: Uint8Array[] = []
  const entries: ZipEntry[] = []
  let offset = 0
  for (const [name, pieces] of parts) {
    const entry = { name, crc: 0, size: 0, packed: 0, offset }
    const packed = await deflated(pieces, (piece) => {
      const bytes = encoder.encode(piece)
      entry.crc = crc32(bytes, entry.crc)
      entry.size += bytes.length
      return bytes
    })
    entry.packed = packed.length
    const header = localHeader(entry)
    chunks.push(header, packed)
    entries.push(entry)
    offset += header.length + packed.length
  }
  return joined([...chunks, ...directory(entries, offset)])
}

async function deflated(pieces: Iterable<string>, encode: (piece: string) => Bytes): Promise<Uint8Array> {
  const deflater = new CompressionStream('deflate-raw')
  const feed = async () => {
    const writer = deflater.writable.getWriter()
    for (const piece of pieces) await writer.write(encode(piece))
    await writer.close()
  }
  const [packed] = await Promise.all([new Response(deflater.readable).arrayBuffer(), feed()])
  return new Uint8Array(packed)
}

function joined(chunks: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.length
  }
  return all
}
