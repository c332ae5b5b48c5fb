/** QR code. Lengths are in modules. */
interface QrCode {
  /** Number of modules per side, without the quiet zone of four modules. */
  size: number
  /** Dark modules as PDF rectangle operators. The origin is the lower left corner. */
  path: string
}

/** Format information for a level of error correction and mask 2, including its own error correction bits. */
const formats = { L: 0b111110110101010, M: 0b101111001111100 }

/** Versions to try, smallest first. Smaller versions are too short for a URL, and larger codes cannot be scanned in the printed size. */
const printed = [
  { version: 3, data: 44, blocks: 1, check: 26, format: formats.M },
  { version: 4, data: 64, blocks: 2, check: 18, format: formats.M },
  { version: 5, data: 86, blocks: 2, check: 24, format: formats.M },
  { version: 6, data: 108, blocks: 4, check: 16, format: formats.M },
] as const satisfies Version[]
/** Version for a screen, which needs less error correction than paper. */
const shown = [{ version: 6, data: 136, blocks: 2, check: 18, format: formats.L }] as const satisfies Version[]

/** Characters of the alphanumeric mode, which needs 5.5 bits per character. Any other character requires byte mode with 8 bits per character. */
const alphanumericCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const alphanumericPattern = /^[0-9A-Z $%*+\-./:]*$/

/** Encodes ASCII text as a QR code to print; `null` if longer than 154 (alphanumeric) or 106 (byte mode) characters. */
export const encodeQrCode = (text: string) => encode(text, printed)

/** Encodes ASCII text as a QR code to show on a screen; `null` if longer than 134 characters in byte mode. */
export const encodeScreenQrCode = (text: string) => encode(text, shown)

function encode(text: string, versions: readonly Version[]): QrCode | null {
  const bits = alphanumericPattern.test(text) ? encodeAlphanumeric(text) : encodeBytes(text)
  const sizes = versions.find(({ data }) => data * 8 >= bits.length)
  if (!sizes) return null
  const { size, blank, order } = getQrPattern(sizes)
  const modules = blank.slice()
  const all = appendErrorCorrection(padCodewords(bits, sizes.data), sizes)
    .map((word) => bitsByCodeword[word])
    .join('')
  for (let at = all.indexOf('1'); at >= 0; at = all.indexOf('1', at + 1)) flip(modules, order[at] as number)
  return { size, path: toPdfRectangles(modules, size) }
}

/** Returns the path of a code in the syntax of SVG. Its origin stays the lower left corner. */
export const toQrSvgPath = ({ path }: QrCode) => path.replace(/(\d+) (\d+) (\d+) 1 re/g, 'M$1 $2h$3v1H$1z')

function flip(modules: string[], at: number) {
  modules[at] = modules[at] === '1' ? '0' : '1'
}

const binary = (value: number, length: number) => value.toString(2).padStart(length, '0')
const bitsByCodeword = Array.from({ length: 256 }, (_, word) => binary(word, 8))

function encodeAlphanumeric(text: string): string {
  let bits = `0010${binary(text.length, 9)}`
  for (let at = 0; at < text.length; at += 2) {
    const first = alphanumericCharacters.indexOf(text.charAt(at))
    bits +=
      at + 1 < text.length
        ? binary(first * 45 + alphanumericCharacters.indexOf(text.charAt(at + 1)), 11)
        : binary(first, 6)
  }
  return bits
}

function encodeBytes(text: string): string {
  let bits = `0100${binary(text.length, 8)}`
  for (let at = 0; at < text.length; at++) bits += binary(text.charCodeAt(at), 8)
  return bits
}

function padCodewords(bits: string, length: number): number[] {
  const ended = bits + '0000'.slice(0, length * 8 - bits.length)
  const words = (ended.match(/.{1,8}/g) ?? []).map((word) => Number.parseInt(word.padEnd(8, '0'), 2))
  for (let pad = 0xec; words.length < length; pad ^= 0xfd) words.push(pad)
  return words
}

interface Version {
  version: number
  format: number
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
function appendErrorCorrection(words: readonly number[], { data, blocks, check }: Version): number[] {
  const length = data / blocks
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * length, (block + 1) * length))
  return interleave(parts).concat(interleave(parts.map((part) => computeRemainder(part, check))))
}

function interleave(parts: readonly number[][]): number[] {
  const first = parts[0] ?? []
  return parts.length === 1 ? first : first.flatMap((_, at) => parts.map((part) => part[at] as number))
}

/** Returns the error correction codewords of a block, in one big integer, which is fastest in goja. */
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

/** Part of a QR code that does not depend on its text. */
interface Pattern {
  size: number
  /** Modules with all data bits zero, row by row from the top; `1` is dark. */
  blank: readonly string[]
  /** Index of the module of each data bit, in the order of the bits. */
  order: readonly number[]
}

const patternCache = new Map<number, Pattern>()

function getQrPattern({ version, format }: Version): Pattern {
  const key = version + format
  const found = patternCache.get(key) ?? createPattern(17 + 4 * version, format)
  patternCache.set(key, found)
  return found
}

/** Returns whether mask 2 inverts a column. Readers accept any mask, and choosing among all eight takes ten times as long. */
const isMasked = (x: number) => x % 3 === 0

function createPattern(size: number, format: number): Pattern {
  const blank = Array<number | null>(size * size).fill(null)
  const put = (x: number, y: number, isDark: boolean) => {
    if (x >= 0 && y >= 0 && x < size && y < size) blank[y * size + x] = isDark ? 1 : 0
  }
  for (let at = 0; at < size; at++) {
    put(at, 6, at % 2 === 0)
    put(6, at, at % 2 === 0)
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    drawRings(x, y, 4, [0, 1, 3], put)
  drawRings(size - 7, size - 7, 2, [0, 2], put)
  for (let bit = 0; bit < 15; bit++) {
    const isDark = ((format >> bit) & 1) === 1
    put(8, bit < 6 ? bit : bit < 8 ? bit + 1 : size - 15 + bit, isDark)
    put(bit < 8 ? size - 1 - bit : bit < 9 ? 7 : 14 - bit, 8, isDark)
  }
  put(8, size - 8, true)
  const order = listFreeModules(blank, size)
  return { size, blank: blank.map((module, at) => String(module ?? Number(isMasked(at % size)))), order }
}

type Put = (x: number, y: number, isDark: boolean) => void

/** Draws concentric square rings around (x, y). `dark`: distances of the dark rings from the centre. */
function drawRings(x: number, y: number, reach: number, dark: readonly number[], put: Put) {
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++) put(x + dx, y + dy, dark.includes(Math.max(Math.abs(dx), Math.abs(dy))))
}

/** Returns the modules for data in the order of the standard: column pairs from right to left, up and down in turn. */
function listFreeModules(modules: readonly (number | null)[], size: number): number[] {
  const order: number[] = []
  let isUp = true
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < size; step++) {
      const row = (isUp ? size - 1 - step : step) * size
      for (const at of [row + right, row + right - 1]) if (modules[at] === null) order.push(at)
    }
    isUp = !isUp
  }
  return order
}

/** Numbers 0 to 41 as strings. Cached, because converting numbers is slow. */
const places = Array.from({ length: 42 }, (_, index) => String(index))

/** Converts modules to PDF rectangles. Adjacent dark modules of a row become one rectangle. */
function toPdfRectangles(modules: readonly string[], size: number): string {
  const all = modules.join('')
  const runs: string[] = []
  for (let y = 0; y < size; y++) {
    // Searches the row as a string, because the native `indexOf` is faster than a loop.
    const row = `${all.slice(y * size, (y + 1) * size)}0`
    const height = ` ${size - 1 - y} `
    for (let start = row.indexOf('1'); start >= 0; ) {
      const end = row.indexOf('0', start)
      runs.push(`${places[start]}${height}${places[end - start]} 1 re`)
      start = row.indexOf('1', end)
    }
  }
  return runs.join('\n')
}
