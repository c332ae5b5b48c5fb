import { appendErrorCorrection, type BlockSizes } from './error-correction.ts'
import { getQrPattern, toPdfRectangles } from './pattern.ts'

/** QR code with error correction level M. Lengths are in modules. */
export interface QrCode {
  /** Number of modules per side, without the quiet zone of four modules. */
  size: number
  /** Dark modules as PDF rectangle operators. The origin is the lower left corner. */
  path: string
}

/** Versions to try, smallest first. Smaller versions are too short for a URL, and larger codes cannot be scanned in the printed size. */
const versions = [
  { version: 3, data: 44, blocks: 1, check: 26 },
  { version: 4, data: 64, blocks: 2, check: 18 },
  { version: 5, data: 86, blocks: 2, check: 24 },
  { version: 6, data: 108, blocks: 4, check: 16 },
] as const satisfies ({ version: number } & BlockSizes)[]

/** Characters of the alphanumeric mode, which needs 5.5 bits per character. Any other character requires byte mode with 8 bits per character. */
const alphanumericCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:'
const alphanumericPattern = /^[0-9A-Z $%*+\-./:]*$/

/** Encodes ASCII text as a QR code; `null` if longer than 154 (alphanumeric) or 106 (byte mode) characters. */
export function encodeQrCode(text: string): QrCode | null {
  const bits = alphanumericPattern.test(text) ? encodeAlphanumeric(text) : encodeBytes(text)
  const sizes = versions.find(({ data }) => data * 8 >= bits.length)
  if (!sizes) return null
  const { size, blank, order } = getQrPattern(sizes.version)
  const modules = blank.slice()
  const all = appendErrorCorrection(padCodewords(bits, sizes.data), sizes)
    .map((word) => bitsByCodeword[word])
    .join('')
  for (let at = all.indexOf('1'); at >= 0; at = all.indexOf('1', at + 1)) flip(modules, order[at] as number)
  return { size, path: toPdfRectangles(modules, size) }
}

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
