export interface BlockSizes {
  /** Total number of data codewords in all blocks. */
  data: number
  blocks: number
  /** Number of error correction codewords per block. */
  check: number
}

/** Powers of 2 in the Galois field GF(256), repeated once; `exponents` contains their logarithms. */
const powers: number[] = []
const exponents: number[] = []
for (let exponent = 0, value = 1; exponent < 510; exponent++) {
  powers.push(value)
  if (exponent < 255) exponents[value] = exponent
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}

const product = (one: number, other: number) =>
  one && other ? (powers[(exponents[one] as number) + (exponents[other] as number)] as number) : 0

/** Interleaves the data codewords of all blocks and appends their error correction codewords (Reed–Solomon). */
export function appendErrorCorrection(words: readonly number[], { data, blocks, check }: BlockSizes): number[] {
  const length = data / blocks
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * length, (block + 1) * length))
  return interleave(parts).concat(interleave(parts.map((part) => computeRemainder(part, check))))
}

function interleave(parts: readonly number[][]): number[] {
  const first = parts[0] ?? []
  return parts.length === 1 ? first : first.flatMap((_, at) => parts.map((part) => part[at] as number))
}

/**
 * Returns the error correction codewords of a block. Computes all codewords in one big integer, because goja takes as
 * long for it as for a single codeword.
 */
function computeRemainder(words: readonly number[], degree: number): number[] {
  const all = (1n << BigInt(8 * degree)) - 1n
  const top = BigInt(8 * (degree - 1))
  const divisor = getDivisor(degree)
  let rest = 0n
  for (let at = 0; at < words.length; at++)
    rest = ((rest << 8n) & all) ^ getMultiple(divisor, Number(rest >> top) ^ (words[at] as number))
  const digits = rest.toString(16).padStart(2 * degree, '0')
  return Array.from({ length: degree }, (_, at) => Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16))
}

interface Divisor {
  coefficients: readonly number[]
  /** Multiples of the divisor by codeword. Computed when first needed. */
  multiples: bigint[]
}

const divisors = new Map<number, Divisor>()

/** Returns the coefficients of the generator polynomial (x − 1)(x − 2)(x − 4)… without the leading 1. */
function getDivisor(degree: number): Divisor {
  const known = divisors.get(degree)
  if (known) return known
  let divisor = [1]
  for (const root of powers.slice(0, degree))
    divisor = [...divisor, 0].map((value, index) => value ^ product(divisor[index - 1] ?? 0, root))
  const found = { coefficients: divisor.slice(1), multiples: [] }
  divisors.set(degree, found)
  return found
}

function getMultiple({ coefficients, multiples }: Divisor, word: number): bigint {
  multiples[word] ??= BigInt(
    `0x${coefficients.map((value) => product(value, word).toString(16).padStart(2, '0')).join('')}`,
  )
  return multiples[word]
}
