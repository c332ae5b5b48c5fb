import { decodeUtf8 } from '../texts.ts'

/** More than any real document has: a file made to fill the memory with names gets no further. */
const most = 4096

/** Names of tags and attributes from their bytes: the same few come a million times. */
export class XmlNames {
  readonly #names = new Map<number, string>()

  get(bytes: Uint8Array, from: number, to: number): string {
    let hash = to - from
    for (let i = from; i < to; i++) hash = (Math.imul(hash, 31) + (bytes[i] as number)) | 0
    const known = this.#names.get(hash)
    if (known !== undefined && isName(known, bytes, from, to)) return known
    const name = decodeUtf8(bytes, from, to)
    if (this.#names.size < most) this.#names.set(hash, name)
    return name
  }
}

function isName(name: string, bytes: Uint8Array, from: number, to: number): boolean {
  if (name.length !== to - from) return false
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) !== bytes[from + i]) return false
  return true
}
