const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 in hexadecimal; browsers have no `crypto.subtle` on plain http outside localhost, where the sum is made by hand. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  if (globalThis.crypto?.subtle === undefined) return hex(sha256ByHand(bytes))
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)))
}

/** The first 32 bits of the fractional parts of a root of the first primes, as FIPS 180-4 defines its constants. */
function fractions(count: number, root: (prime: number) => number): Uint32Array {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) {
    let isPrime = true
    for (let d = 2; d * d <= n; d++) if (n % d === 0) isPrime = false
    if (isPrime) found.push(Math.floor((root(n) % 1) * 2 ** 32))
  }
  return Uint32Array.from(found)
}

const start = fractions(8, Math.sqrt)
const constants = fractions(64, Math.cbrt)

/** Only to notice the same file again: nothing secret hangs on it. */
export function sha256ByHand(bytes: Uint8Array): Uint8Array {
  const length = Math.ceil((bytes.length + 9) / 64) * 64
  const tail = new Uint8Array(length - (bytes.length & ~63))
  tail.set(bytes.subarray(bytes.length & ~63))
  tail[bytes.length & 63] = 0x80
  const tailView = new DataView(tail.buffer)
  tailView.setUint32(tail.length - 8, Math.floor(bytes.length / 2 ** 29))
  tailView.setUint32(tail.length - 4, (bytes.length << 3) >>> 0)
  const state = start.slice()
  const whole = new DataView(bytes.buffer, bytes.byteOffset, bytes.length & ~63)
  for (let at = 0; at < whole.byteLength; at += 64) digest(state, whole, at)
  for (let at = 0; at < tail.length; at += 64) digest(state, tailView, at)
  const sum = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 8; i++) sum.setUint32(i * 4, state[i] as number)
  return new Uint8Array(sum.buffer)
}

const words = new Uint32Array(64)
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by))

function digest(state: Uint32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(at + i * 4)
  for (let i = 16; i < 64; i++) {
    const [a, b] = [words[i - 15] as number, words[i - 2] as number]
    const near = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3)
    const far = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10)
    words[i] = (words[i - 16] as number) + near + (words[i - 7] as number) + far
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let i = 0; i < 64; i++) {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const one = (h + mixed + ((e & f) ^ (~e & g)) + (constants[i] as number) + (words[i] as number)) | 0
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  ;[a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = (state[i] as number) + word
  })
}
