export interface BlockSizes {
  /** Words of data, over all blocks. */
  data: number
  blocks: number
  /** Words of error correction of each block. */
  check: number
}

/** The powers of 2 in the field of 256 elements, twice over, and their exponents. */
const powers: number[] = []
const exponents: number[] = []
for (let exponent = 0, value = 1; exponent < 510; exponent++) {
  powers.push(value)
  if (exponent < 255) exponents[value] = exponent
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}

const product = (one: number, other: number) =>
  one && other ? (powers[(exponents[one] as number) + (exponents[other] as number)] as number) : 0

/** Words of data as a QR code writes them: those of all blocks in turn, then their words of error correction (Reed and Solomon). */
export function withCheckWords(words: readonly number[], { data, blocks, check }: BlockSizes): number[] {
  const length = data / blocks
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * length, (block + 1) * length))
  return inTurn(parts).concat(inTurn(parts.map((part) => remainder(part, check))))
}

function inTurn(parts: readonly number[][]): number[] {
  const first = parts[0] ?? []
  return parts.length === 1 ? first : first.flatMap((_, at) => parts.map((part) => part[at] as number))
}

/** Word after word in one large number: the server's engine takes as long for one operation on it as for one on a word. */
function remainder(words: readonly number[], degree: number): number[] {
  const all = (1n << BigInt(8 * degree)) - 1n
  const top = BigInt(8 * (degree - 1))
  const divisor = divisorOf(degree)
  let rest = 0n
  for (let at = 0; at < words.length; at++)
    rest = ((rest << 8n) & all) ^ multipleOf(divisor, Number(rest >> top) ^ (words[at] as number))
  const digits = rest.toString(16).padStart(2 * degree, '0')
  return Array.from({ length: degree }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16))
}

interface Divisor {
  coefficients: readonly number[]
  /** By each word, as far as they were asked for. */
  multiples: bigint[]
}

const divisors = new Map<number, Divisor>()

/** The coefficients of (x − 1)(x − 2)(x − 4)…, but for the first one. */
function divisorOf(degree: number): Divisor {
  const known = divisors.get(degree)
  if (known) return known
  let divisor = [1]
  for (const root of powers.slice(0, degree))
    divisor = [...divisor, 0].map((value, index) => value ^ product(divisor[index - 1] ?? 0, root))
  const found = { coefficients: divisor.slice(1), multiples: [] }
  divisors.set(degree, found)
  return found
}

function multipleOf({ coefficients, multiples }: Divisor, word: number): bigint {
  multiples[word] ??= BigInt(
    `0x${coefficients.map((value) => product(value, word).toString(16).padStart(2, '0')).join('')}`,
  )
  return multiples[word]
}
