import { decodeUtf8 } from '../bytes.ts'

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Resolves numeric and predefined XML entities. Leaves other entities unchanged and never loads external entities. */
export function decodeXmlEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (match, decimal, hex, name) => {
    if (name) return named[name] ?? match
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : match
  })
}

const quote = 0x22
const apostrophe = 0x27
const equals = 0x3d
const colon = 0x3a

/** Current tag of the parser. Attributes are byte ranges and become strings only on request. */
export class XmlTag {
  bytes: Uint8Array = new Uint8Array(0)
  valueFrom = 0
  valueTo = 0
  attributeLength = 0
  attributeFirst = 0
  readonly #names: XmlNameCache
  #cursor = 0
  #end = 0
  #attributeFrom = 0

  constructor(names: XmlNameCache) {
    this.#names = names
  }

  start(bytes: Uint8Array, from: number, end: number): void {
    this.bytes = bytes
    this.#cursor = from
    this.#end = end
  }

  /** Advances to the next attribute; returns false after the last one. First letter and length distinguish most attributes without decoding. */
  nextAttribute(): boolean {
    const { bytes } = this
    let at = this.#cursor
    while (at < this.#end && (bytes[at] as number) <= 0x20) at++
    if (at >= this.#end) return false
    this.#attributeFrom = at
    while (at < this.#end && bytes[at] !== equals) at++
    let nameEnd = at
    while (nameEnd > this.#attributeFrom && (bytes[nameEnd - 1] as number) <= 0x20) nameEnd--
    for (let i = this.#attributeFrom; i < nameEnd; i++) if (bytes[i] === colon) this.#attributeFrom = i + 1
    this.attributeLength = nameEnd - this.#attributeFrom
    this.attributeFirst = bytes[this.#attributeFrom] as number
    while (at < this.#end && bytes[at] !== quote && bytes[at] !== apostrophe) at++
    const mark = bytes[at]
    this.valueFrom = ++at
    while (at < this.#end && bytes[at] !== mark) at++
    this.valueTo = at
    this.#cursor = at + 1
    return at < this.#end
  }

  get attributeName(): string {
    return this.#names.get(this.bytes, this.#attributeFrom, this.#attributeFrom + this.attributeLength)
  }

  /** Returns all attributes of the tag as strings. Slow, so used for rare tags only. */
  attributes(): Record<string, string> {
    const found: Record<string, string> = {}
    while (this.nextAttribute())
      found[this.attributeName] = decodeXmlEntities(decodeUtf8(this.bytes, this.valueFrom, this.valueTo))
    return found
  }
}

/** Maximum number of cached names; real documents have far fewer. Limits memory use by malicious files. */
const maxCachedNames = 4096

/** Cache of tag and attribute names by their bytes. Avoids decoding, because the same few names occur millions of times. */
export class XmlNameCache {
  readonly #names = new Map<number, string>()

  get(bytes: Uint8Array, from: number, to: number): string {
    let hash = to - from
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0
    const known = this.#names.get(hash)
    if (known !== undefined && isName(known, bytes, from, to)) return known
    const name = decodeUtf8(bytes, from, to)
    if (this.#names.size < maxCachedNames) this.#names.set(hash, name)
    return name
  }
}

function isName(name: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
