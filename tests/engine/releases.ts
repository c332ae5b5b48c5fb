import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { crc32, deflateRawSync } from 'node:zlib'
import { currentPlatform, pinnedVersion } from '../../engine/pin.mjs'

/** Returns a ZIP archive of one file, like those of the release tool. */
export function zipOf(name: string, content: Buffer, { stored = false } = {}): Buffer {
  const packed = stored ? content : deflateRawSync(content, { level: 1 })
  const described = Buffer.alloc(26)
  described.writeUInt16LE(20, 0)
  described.writeUInt16LE(stored ? 0 : 8, 4)
  described.writeUInt32LE(crc32(content), 10)
  described.writeUInt32LE(packed.length, 14)
  described.writeUInt32LE(content.length, 18)
  described.writeUInt16LE(name.length, 22)
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), described, Buffer.from(name), packed])
  const entry = Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), described, Buffer.alloc(14), Buffer.from(name)])
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06')
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, entry, end])
}

export const archiveName = `pocketbase_${pinnedVersion}_${currentPlatform.replace('/', '_')}.zip`

export function checksumsOf(archive: Buffer): string {
  return `${'0'.repeat(64)}  pocketbase_${pinnedVersion}_plan9_mips.zip\n${createHash('sha256').update(archive).digest('hex')}  ${archiveName}\n`
}

/** Starts a server that publishes files of the pinned version. */
export async function publish(files: Record<string, Buffer | string>) {
  const server = createServer((request, response) => {
    const file = files[request.url?.replace(`/v${pinnedVersion}/`, '') ?? '']
    response.writeHead(file === undefined ? 404 : 200, { 'Content-Length': file?.length ?? 0 }).end(file)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() }
}
