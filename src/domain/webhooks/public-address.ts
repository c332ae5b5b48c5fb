/**
 * Non-public IPv4 networks: private, loopback, documentation, multicast and reserved ranges (IANA special-purpose
 * registry).
 */
const nonPublicNetworks: readonly [first: number, bits: number][] = (
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
).map(([parts, bits]) => [toNumber(parts), bits])

function toNumber(parts: readonly number[]): number {
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

/** Returns whether an IP address (4 or 16 bytes) is public. */
export function isPublicAddress(bytes: readonly number[]): boolean {
  if (bytes.length === 4) {
    const address = toNumber(bytes)
    return !nonPublicNetworks.some(
      ([first, bits]) => Math.floor(address / 2 ** (32 - bits)) === Math.floor(first / 2 ** (32 - bits)),
    )
  }
  if (bytes.length !== 16) return false
  const [a = 0, b = 0, c = 0, d = 0] = bytes
  const isMapped = bytes.slice(0, 10).every((byte) => byte === 0) && bytes[10] === 255 && bytes[11] === 255
  if (isMapped) return isPublicAddress(bytes.slice(12))
  // Accepts only addresses in 2000::/3, because no others are allocated. Of these, 2001::/23 and 2002::/16 tunnel to other addresses; 2001:db8::/32
  // and 3fff::/20 are for documentation.
  if (a >> 5 !== 1) return false
  if (a === 0x20 && b === 0x01 && c < 2) return false
  if (a === 0x20 && b === 0x01 && c === 0x0d && d === 0xb8) return false
  return !(a === 0x20 && b === 0x02) && !(a === 0x3f && b === 0xff && c < 16)
}

/** Parses an address of `/proc/net/tcp`, which reverses the bytes in each word of four bytes: `0100007F` → 127, 0, 0, 1. */
export function parseProcNetAddress(hex: string): number[] {
  const words = hex.match(/[\dA-F]{8}/gi) ?? []
  return words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => Number.parseInt(byte, 16)))
}
