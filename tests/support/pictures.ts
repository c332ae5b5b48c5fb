import { crc32, deflateSync } from 'node:zlib'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Returns a PNG. `point` returns red, green, blue and optionally opacity of a pixel. */
export function aPng(
  width: number,
  height: number,
  point: (x: number, y: number) => readonly [number, number, number, number?],
) {
  const channels = point(0, 0).length
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([0, ...Array.from({ length: width }, (_, x) => point(x, y)).flat()] as number[]),
  )
  return assemble(width, height, channels === 4 ? 6 : 2, deflateSync(Buffer.concat(rows)))
}

/** Returns a PNG header with a size, without pixels. */
export const aPngHeader = (width: number, height: number) => assemble(width, height, 2, Buffer.alloc(0))

function assemble(width: number, height: number, colours: number, data: Buffer) {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, colours], 8)
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length)
  around.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)])
}

/** Returns a signature: a blue stroke on a transparent background. */
export const aSignature = (width = 300, height = 100) =>
  aPng(width, height, (x, y) => [20, 30, 160, Math.abs(x / width - y / height) < 0.08 ? 255 : 0])
