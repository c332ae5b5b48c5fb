/** What no stranger is reached at: networks of one's own, of this machine, of examples and of many at once (IANA's registers of special addresses). */
const closed: readonly [first: number, bits: number][] = (
  [
    [[0, 0, 0, 0], 8],
    [[10, 0, 0, 0], 8],
    [[100, 64, 0, 0], 10],
    [[127, 0, 0, 0], 8],
    [[169, 254, 0, 0], 16],
    [[172, 16, 0, 0], 12],
    [[192, 0, 0, 0], 24],
    [[192, 0, 2, 0], 24],
    [[192, 88, 99, 0], 24],
    [[192, 168, 0, 0], 16],
    [[198, 18, 0, 0], 15],
    [[198, 51, 100, 0], 24],
    [[203, 0, 113, 0], 24],
    [[224, 0, 0, 0], 3],
  ] as const
).map(([parts, bits]) => [numberOf(parts), bits])

function numberOf(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

/** Whether an address (its bytes: 4 or 16) is one of the open network. */
export function isPublicAddress(bytes: readonly number[]): boolean {
  if (bytes.length === 4) {
    const address = numberOf(bytes)
    return !closed.some(
      ([first, bits]) => Math.floor(address / 2 ** (32 - bits)) === Math.floor(first / 2 ** (32 - bits)),
    )
  }
  if (bytes.length !== 16) return false
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  if (isMapped) return isPublicAddress(bytes.slice(12))
  // Only 2000::/3 is given out; of it 2001::/23 and 2002::/16 lead on to others, and 2001:db8::/32 and 3fff::/20 are for examples.
  if (a >> 5 !== 1) return false
  if (a === 0x20 && b === 0x01 && c < 2) return false
  if (a === 0x20 && b === 0x01 && c === 0x0d && d === 0xb8) return false
  return !(a === 0x20 && b === 0x02) && !(a === 0x3f && b === 0xff && c < 16)
}

/** An address as Linux writes it in `/proc/net/tcp`: words of four bytes, each of them turned around. */
export function addressOfProc(hex: string): number[] {
  const words = hex.match(/[\dA-F]{8}/gi) ?? []
  return words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)))
}
