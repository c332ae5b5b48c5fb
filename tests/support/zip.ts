import { crc32, deflateRawSync } from 'node:zlib'

/** Returns a ZIP archive of one file. */
export function createZip(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content, { level: 1 })
  const described = Buffer.alloc(26)
  described.writeUInt16LE(20, 0)
  described.writeUInt16LE(8, 4)
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
