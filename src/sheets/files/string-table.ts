const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const encoder = new TextEncoder()
const cachedStrings = 4096

/** Deduplicated texts of a workbook, as UTF-8 in one buffer. Avoids one string object per cell in sheets with a million cells. */
export class StringTable {
  #bytes = new Uint8Array(1 << 16)
  #used = 0
  #ends = new Uint32Array(1 << 10)
  #slots = new Int32Array(1 << 11).fill(-1)
  #recent: (string | undefined)[] = new Array(cachedStrings)
  #recentIds = new Int32Array(cachedStrings).fill(-1)
  count = 0

  /** Adds a UTF-8 text and returns its id; equal texts share an id. */
  add(bytes: Uint8Array, from: number, to: number): number {
    const mask = this.#slots.length - 1
    let slot = hashOf(bytes, from, to) & mask
    for (let id = this.#slots[slot] as number; id >= 0; id = this.#slots[slot] as number) {
      if (this.#equals(id, bytes, from, to)) return id
      slot = (slot + 1) & mask
    }
    this.#slots[slot] = this.count
    return this.#append(bytes, from, to)
  }

  addText(text: string): number {
    const bytes = encoder.encode(text)
    return this.add(bytes, 0, bytes.length)
  }

  get(id: number): string {
    const place = id & (cachedStrings - 1)
    if (this.#recentIds[place] === id) return this.#recent[place] as string
    const text = decodeUtf8(this.#bytes, this.#start(id), this.#ends[id] as number)
    this.#recentIds[place] = id
    this.#recent[place] = text
    return text
  }

  /** Returns whether each non-ASCII character of a text is between ASCII characters, up to U+07FF and valid. Reads the bytes, without decoding them. */
  hasOnlyIsolatedLetters(id: number): boolean {
    const end = this.#ends[id] as number
    for (let i = this.#start(id); i < end; i++) {
      if ((this.#bytes[i] as number) < 0x80) continue
      if (!isTwoByteCharacter(this.#bytes, i, end)) return false
      i++
      if (i + 1 < end && (this.#bytes[i + 1] as number) >= 0x80) return false
    }
    return true
  }

  /** Returns a copy with changed texts under the same ids. */
  map(change: (text: string) => string): StringTable {
    const changed = new StringTable()
    for (let id = 0; id < this.count; id++) {
      const bytes = encoder.encode(change(this.get(id)))
      changed.#append(bytes, 0, bytes.length)
    }
    return changed
  }

  #start(id: number): number {
    return id === 0 ? 0 : (this.#ends[id - 1] as number)
  }

  #equals(id: number, bytes: Uint8Array, from: number, to: number): boolean {
    const start = this.#start(id)
    if ((this.#ends[id] as number) - start !== to - from) return false
    for (let i = from, j = start; i < to; i++, j++) if (bytes[i] !== this.#bytes[j]) return false
    return true
  }

  #append(bytes: Uint8Array, from: number, to: number): number {
    const end = this.#used + to - from
    if (end > this.#bytes.length) this.#bytes = growArray(this.#bytes, Math.max(end, this.#bytes.length * 2))
    if (this.count === this.#ends.length) this.#ends = growArray(this.#ends, this.count * 2)
    this.#bytes.set(bytes.subarray(from, to), this.#used)
    this.#used = end
    this.#ends[this.count++] = end
    if (this.count * 2 > this.#slots.length) this.#spread()
    return this.count - 1
  }

  #spread(): void {
    const slots = new Int32Array(this.#slots.length * 2).fill(-1)
    for (let id = 0; id < this.count; id++) {
      let slot = hashOf(this.#bytes, this.#start(id), this.#ends[id] as number) & (slots.length - 1)
      while ((slots[slot] as number) >= 0) slot = (slot + 1) & (slots.length - 1)
      slots[slot] = id
    }
    this.#slots = slots
  }
}

/** Buffer of `decodeUtf8`: code units of the current text. Shared, because a new array for each text is slower. */
const codes: number[] = []

/** Length in bytes up to which a text is decoded without `TextDecoder`. Longer texts are slower without it. */
const maxShortLength = 24

/** Decodes UTF-8. Short Spanish texts skip `TextDecoder`, whose call takes longer than the work. */
export function decodeUtf8(bytes: Uint8Array, from: number, to: number): string {
  if (to - from > maxShortLength) return decoder.decode(bytes.subarray(from, to))
  codes.length = 0
  for (let i = from; i < to; i++) {
    const byte = bytes[i] as number
    if (byte < 0x80) codes.push(byte)
    else if (isTwoByteCharacter(bytes, i, to)) codes.push(((byte & 0x1f) << 6) | ((bytes[++i] as number) & 0x3f))
    else return decoder.decode(bytes.subarray(from, to))
  }
  return String.fromCharCode(...codes)
}

/** Returns whether a character of two UTF-8 bytes, U+0080 to U+07FF, starts at offset `at`. `end`: end of the text. */
function isTwoByteCharacter(bytes: Uint8Array, at: number, end: number): boolean {
  const lead = bytes[at] as number
  return lead >= 0xc2 && lead < 0xe0 && at + 1 < end && ((bytes[at + 1] as number) & 0xc0) === 0x80
}

function hashOf(bytes: Uint8Array, from: number, to: number): number {
  let hash = 0x811c9dc5
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193)
  return hash ^ (hash >>> 15)
}

export function growArray<A extends Uint8Array | Uint16Array | Uint32Array | Float64Array>(
  array: A,
  length: number,
): A {
  const larger = new (array.constructor as new (length: number) => A)(length)
  larger.set(array)
  return larger
}
