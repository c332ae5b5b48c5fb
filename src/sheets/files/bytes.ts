const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** Buffer of `decodeUtf8`: code units of the current text. Shared, because a new array for each text is slower. */
const codes: number[] = []

/** Length in bytes up to which a text is decoded without `TextDecoder`. Longer texts are slower without it. */
const maxShortLength = 24

/** Decodes UTF-8. Short Spanish texts skip `TextDecoder`, whose call takes longer than the work. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > maxShortLength) return decoder.decode(bytes.subarray(from, to))
  codes.length = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    const next = i + 1 < to ? (bytes[i + 1] as number) : 0
    if (byte < 0x80) codes.push(byte)
    else if (byte >= 0xc2 && byte < 0xe0 && (next & 0xc0) === 0x80) {
      codes.push(((byte & 0x1f) << 6) | (next & 0x3f))
      i++
    } else return decoder.decode(bytes.subarray(from, to))
  }
  return String.fromCharCode(...codes)
}

export function growArray<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  array: A,
  length: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}
