import { ReadingError } from './reading-error.ts'
import { decodeUtf8 } from './texts.ts'
import { resolveEntities } from './xml-text.ts'

const lessThan = 0x3c
const greaterThan = 0x3e
const quote = 0x22
const apostrophe = 0x27
const slash = 0x2f
const colon = 0x3a
/** No tag and no run of text of a real book is this long. */
const tokenBytes = 8 * 1024 * 1024

/** Called for each piece of a document; names come without their prefix. */
export interface XmlHandler {
  open(name: string, xml: Xml): void
  close(name: string): void
  /** `literal` text has no entities to resolve. */
  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void
}

/** Reads XML as bytes, chunk by chunk, without making strings of what nobody asks for; a DOCTYPE is refused. */
export class Xml {
  /** The bytes of the current tag; `valueFrom` and `valueTo` are places in it. */
  bytes = new Uint8Array(1 << 17)
  valueFrom = 0
  valueTo = 0
  attributeLength = 0
  attributeFirst = 0
  #length = 0
  #cursor = 0
  #tagEnd = 0
  #attributeFrom = 0
  readonly #names = new Map<number, string>()
  readonly #handler: XmlHandler

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.bytes.length) {
      if (this.#length > tokenBytes) throw new ReadingError('file.damaged')
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.#length + chunk.length))
      larger.set(this.bytes.subarray(0, this.#length))
      this.bytes = larger
    }
    this.bytes.set(chunk, this.#length)
    this.#length += chunk.length
    this.#parse()
    this.bytes.copyWithin(0, this.#cursor, this.#length)
    this.#length -= this.#cursor
    this.#cursor = 0
  }

  end(): void {
    for (let i = 0; i < this.#length; i++) if ((this.bytes[i] as number) > 0x20) throw new ReadingError('file.damaged')
  }

  /** Steps to the next attribute of the current tag; its first letter and length tell most of them apart. */
  nextAttribute(): boolean {
    const { bytes } = this
    let at = this.#cursor
    while (at < this.#tagEnd && (bytes[at] as number) <= 0x20) at++
    if (at >= this.#tagEnd) return false
    this.#attributeFrom = at
    while (at < this.#tagEnd && bytes[at] !== 0x3d) at++
    let nameEnd = at
    while (nameEnd > this.#attributeFrom && (bytes[nameEnd - 1] as number) <= 0x20) nameEnd--
    for (let i = this.#attributeFrom; i < nameEnd; i++) if (bytes[i] === colon) this.#attributeFrom = i + 1
    this.attributeLength = nameEnd - this.#attributeFrom
    this.attributeFirst = bytes[this.#attributeFrom] as number
    while (at < this.#tagEnd && bytes[at] !== quote && bytes[at] !== apostrophe) at++
    const mark = bytes[at]
    this.valueFrom = ++at
    while (at < this.#tagEnd && bytes[at] !== mark) at++
    this.valueTo = at
    this.#cursor = at + 1
    return at < this.#tagEnd
  }

  get attributeName(): string {
    return this.#name(this.#attributeFrom, this.#attributeFrom + this.attributeLength)
  }

  /** All attributes of the current tag; only for tags that are few. */
  attributes(): Record<string, string> {
    const found: Record<string, string> = {}
    while (this.nextAttribute()) found[this.attributeName] = this.#text(this.valueFrom, this.valueTo)
    return found
  }

  #parse(): void {
    const { bytes } = this
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
    this.#cursor = at
  }

  /** The place after the markup that starts at `at`, or -1 when it is not all here. */
  #markupEnd(at: number): number {
    const { bytes } = this
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
    if (next === slash) this.#handler.close(this.#tagName(at + 2, end))
    else this.#openTag(at + 1, end)
    return end + 1
  }

  #openTag(from: number, end: number): void {
    const isEmpty = this.bytes[end - 1] === slash
    const tagEnd = isEmpty ? end - 1 : end
    const name = this.#tagName(from, tagEnd)
    this.#tagEnd = tagEnd
    this.#handler.open(name, this)
    if (isEmpty) this.#handler.close(name)
  }

  #declarationEnd(at: number): number {
    const { bytes } = this
    if (at + 9 > this.#length) return -1
    if (bytes[at + 2] === 0x2d) return this.#after(at + 4, '-->')
    if (bytes[at + 2] !== 0x5b) throw new ReadingError('file.entities')
    const end = this.#after(at + 9, ']]>')
    if (end >= 0) this.#handler.text(bytes, at + 9, end - 3, true)
    return end
  }

  #after(from: number, mark: string): number {
    for (let at = from; at + mark.length <= this.#length; at++) {
      let same = 0
      while (same < mark.length && this.bytes[at + same] === mark.charCodeAt(same)) same++
      if (same === mark.length) return at + same
    }
    return -1
  }

  #tagName(from: number, end: number): string {
    let start = from
    let at = from
    for (; at < end && (this.bytes[at] as number) > 0x20; at++) if (this.bytes[at] === colon) start = at + 1
    this.#cursor = at
    return this.#name(start, at)
  }

  #name(from: number, to: number): string {
    let hash = to - from
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (this.bytes[i] as number)) | 0
    const known = this.#names.get(hash)
    if (known !== undefined && this.#isName(known, from, to)) return known
    const name = this.#text(from, to)
    this.#names.set(hash, name)
    return name
  }

  #text(from: number, to: number): string {
    return resolveEntities(decodeUtf8(this.bytes, from, to))
  }

  #isName(name: string, from: number, to: number): boolean {
    if (name.length !== to - from) return false
    for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== this.bytes[from + i]) return false
    return true
  }
}
