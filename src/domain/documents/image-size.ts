export type Bytes = ArrayLike<number>

/** Returns the width and height of a PNG or JPEG from its header, without decoding. Returns 0 × 0 for other files. */
export function readImageSize(bytes: Bytes): { width: number; height: number } {
  if (readText(bytes, 1, 4) === 'PNG') return { width: readUint32(bytes, 16), height: readUint32(bytes, 20) }
  const at = findJpegFrame(bytes)
  return at ? { width: readUint16(bytes, at + 7), height: readUint16(bytes, at + 5) } : { width: 0, height: 0 }
}

/** Returns the offset of the frame header of a JPEG; 0 if there is none. */
export function findJpegFrame(bytes: Bytes): number {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return 0
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + readUint16(bytes, at + 2)) {
    const marker = bytes[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) return at
  }
  return 0
}

export const readUint16 = (bytes: Bytes, at: number) => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
export const readUint32 = (bytes: Bytes, at: number) => readUint16(bytes, at) * 65_536 + readUint16(bytes, at + 2)

export function readText(bytes: Bytes, from: number, to: number) {
  let out = ''
  for (let at = from; at < to; at++) out += String.fromCharCode(bytes[at] ?? 0)
  return out
}
