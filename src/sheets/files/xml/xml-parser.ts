import { decodeUtf8, growArray } from '../bytes.ts'
import { FileReadError } from '../file-read-error.ts'
import { decodeXmlEntities, XmlNameCache, XmlTag } from './xml-tag.ts'

const lessThan = 0x3c
const greaterThan = 0x3e
const quote = 0x22
const apostrophe = 0x27
const slash = 0x2f
const colon = 0x3a
/** Maximum size of a tag or text in bytes; real workbooks stay far below it. */
const tokenBytes = 1024 * 1024

/** Callbacks for tags and texts of an XML document. Names have no namespace prefix. */
export interface XmlHandler {
  open(name: string, tag: XmlTag): void
  close(name: string): void
  /** Text run as UTF-8. `literal`: text from CDATA, without entities to resolve. */
  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void
}

/** Streaming XML parser on bytes. Creates no strings unless the handler requests them. Rejects a DOCTYPE. */
export class XmlParser {
  readonly #handler: XmlHandler
  readonly #names = new XmlNameCache()
  readonly #tag = new XmlTag(this.#names)
  #bytes = new Uint8Array(1 << 17)
  #length = 0
  /** Offset up to which the bytes were passed to the handler. */
  #told = 0

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#bytes.length) {
      if (this.#length > tokenBytes) throw new FileReadError('file.damaged')
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + chunk.length))
      larger.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = larger
    }
    this.#bytes.set(chunk, this.#length)
    this.#length += chunk.length
    this.#parse()
    this.#bytes.copyWithin(0, this.#told, this.#length)
    this.#length -= this.#told
  }

  end(): void {
    for (let i = 0; i < this.#length; i++)
      if ((this.#bytes[i] as number) > 0x20) throw new FileReadError('file.damaged')
  }

  #parse(): void {
    const bytes = this.#bytes
    const length = this.#length
    let at = 0
    while (at < length) {
      if (bytes[at] !== lessThan) {
        let next = at + 1
        while (next < length && bytes[next] !== lessThan) next++
        if (next === length) break
        this.#handler.text(bytes, at, next, false)
        at = next
      }
      const end = this.#markupEnd(at)
      if (end < 0) break
      at = end
    }
    this.#told = at
  }

  /** Parses the markup at offset `at`. Returns the offset after the markup, or -1 if more bytes are needed. */
  #markupEnd(at: number): number {
    const bytes = this.#bytes
    if (at + 3 >= this.#length) return -1
    const next = bytes[at + 1]
    if (next === 0x3f) return this.#after(at + 2, '?>')
    if (next === 0x21) return this.#declarationEnd(at)
    let end = at + 1
    for (; end < this.#length && bytes[end] !== greaterThan; end++) {
      const mark = bytes[end]
      if (mark !== quote && mark !== apostrophe) continue
      do end++
      while (end < this.#length && bytes[end] !== mark)
    }
    if (end >= this.#length) return -1
    if (next === slash) this.#handler.close(this.#names.get(bytes, ...this.#nameIn(at + 2, end)))
    else this.#openTag(at + 1, end)
    return end + 1
  }

  #openTag(from: number, end: number): void {
    const isEmpty = this.#bytes[end - 1] === slash
    const [nameFrom, nameEnd] = this.#nameIn(from, isEmpty ? end - 1 : end)
    const name = this.#names.get(this.#bytes, nameFrom, nameEnd)
    this.#tag.start(this.#bytes, nameEnd, isEmpty ? end - 1 : end)
    this.#handler.open(name, this.#tag)
    if (isEmpty) this.#handler.close(name)
  }

  #declarationEnd(at: number): number {
    const bytes = this.#bytes
    if (at + 9 > this.#length) return -1
    if (bytes[at + 2] === 0x2d) return this.#after(at + 4, '-->')
    if (bytes[at + 2] !== 0x5b) throw new FileReadError('file.entities')
    const end = this.#after(at + 9, ']]>')
    if (end >= 0) this.#handler.text(bytes, at + 9, end - 3, true)
    return end
  }

  #after(from: number, mark: string): number {
    for (let at = from; at + mark.length <= this.#length; at++) {
      let same = 0
      while (same < mark.length && this.#bytes[at + same] === mark.charCodeAt(same)) same++
      if (same === mark.length) return at + same
    }
    return -1
  }

  /** Returns the byte range of a tag's name, without namespace prefix. */
  #nameIn(from: number, end: number): [from: number, to: number] {
    let start = from
    let at = from
    for (; at < end && (this.#bytes[at] as number) > 0x20; at++) if (this.#bytes[at] === colon) start = at + 1
    return [start, at]
  }
}

const encoder = new TextEncoder()
const ampersand = 0x26

/** Buffer for the text of one cell as UTF-8, collected from several runs. */
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
        this.appendText(decodeXmlEntities(decodeUtf8(bytes, from, to)))
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

  /** Returns the text without Excel's escapes for characters that XML forbids, e.g. `_x000D_`. */
  toUnescapedText(): string {
    return this.toString().replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }

  toString(): string {
    return decodeUtf8(this.bytes, 0, this.length)
  }

  /** Parses the text as a number; returns NaN for other texts. */
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
    if (length > this.bytes.length) this.bytes = growArray(this.bytes, Math.max(length, this.bytes.length * 2))
  }
}
