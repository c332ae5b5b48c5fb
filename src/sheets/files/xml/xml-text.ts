import { decodeUtf8, grown } from '../texts.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** An entity that XML does not have by itself stays as it stands: nothing is ever looked up. */
export function resolveEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

const encoder = new TextEncoder()
const ampersand = 0x26

/** Gathers the text of one cell as UTF-8 from the runs in which it comes. */
export class TextBuffer {
  bytes = new Uint8Array(1 << 10)
  length = 0

  append(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    this.#reserve(to - from)
    const start = this.length
    for (let i = from; i < to; i++) {
      const byte = bytes[i] as number
      if (byte === ampersand && !literal) {
        this.length = start
        this.appendText(resolveEntities(decodeUtf8(bytes, from, to)))
        return
      }
      this.bytes[this.length++] = byte
    }
  }

  appendText(text: string): void {
    const bytes = encoder.encode(text)
    this.#reserve(bytes.length)
    this.bytes.set(bytes, this.length)
    this.length += bytes.length
  }

  /** Excel writes characters that XML has no room for as `_x000D_`. */
  resolveEscapes(): void {
    for (let i = 0; i + 6 < this.length; i++) {
      if (this.bytes[i] !== 0x5f || this.bytes[i + 1] !== 0x78 || this.bytes[i + 6] !== 0x5f) continue
      const text = this.toString()
      this.length = 0
      this.appendText(text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))))
      return
    }
  }

  toString(): string {
    return decodeUtf8(this.bytes, 0, this.length)
  }

  /** The number that the text is, or NaN. */
  toNumber(): number {
    let value = 0
    const negative = this.bytes[0] === 0x2d
    let at = negative ? 1 : 0
    if (this.length === at) return Number.NaN
    for (; at < this.length && at < 15; at++) {
      const digit = (this.bytes[at] as number) - 0x30
      if (digit < 0 || digit > 9) break
      value = value * 10 + digit
    }
    if (at === this.length) return negative ? -value : value
    const text = this.toString().trim()
    return text === '' ? Number.NaN : Number(text)
  }

  #reserve(more: number): void {
    const length = this.length + more
    if (length > this.bytes.length) this.bytes = grown(this.bytes, Math.max(length, this.bytes.length * 2))
  }
}
