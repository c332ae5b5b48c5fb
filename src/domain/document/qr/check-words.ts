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
  return [...inTurn(parts), ...inTurn(parts.map((part) => remainder(part, check)))]
}

function inTurn(parts: readonly number[][]): number[] {
  const [first = []] = parts
  return parts.length === 1 ? first : first.flatMap((_, at) => parts.map((part) => part[at] as number))
}

function remainder(words: readonly number[], degree: number): number[] {
  const divisor = divisorOf(degree)
  const rest = [...words, ...Array<number>(degree).fill(0)]
  for (let at = 0; at < words.length; at++) {
    const factor = exponents[rest[at] as number]
    if (factor === undefined) continue
    for (let next = 0; next < degree; next++)
      rest[at + 1 + next] = (rest[at + 1 + next] as number) ^ (powers[(divisor[next] as number) + factor] as number)
  }
  return rest.slice(words.length)
}

const divisors = new Map<number, number[]>()

/** The exponents of the coefficients of (x − 1)(x − 2)(x − 4)…, but for the first one. */
function divisorOf(degree: number): number[] {
  const known = divisors.get(degree)
  if (known) return known
  let divisor = [1]
  for (const root of powers.slice(0, degree))
    divisor = [...divisor, 0].map((value, index) => value ^ product(divisor[index - 1] ?? 0, root))
  const found = divisor.slice(1).map((value) => exponents[value] as number)
  divisors.set(degree, found)
  return found
}
