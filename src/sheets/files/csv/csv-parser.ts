import { FileReadError } from '../file-read-error.ts'
import { growArray } from '../string-table.ts'

const quote = 0x22
const lf = 0x0a
const cr = 0x0d

/** Callbacks for the records and fields of a CSV, in file order. An empty line is a record without fields. */
export interface CsvHandler {
  /** Starts a record. `line`: one-based line number where the record starts. The parser stops if the result is false. */
  record(line: number): boolean
  field(bytes: Uint8Array, from: number, to: number): void
  endRecord(): void
}

/**
 * Parses UTF-8 CSV with the quoting rules of Excel.
 * Only a quote at the start of a field opens a quoted field. Text after the closing quote belongs to the field.
 * CR LF, LF or CR ends a record. An unclosed quote throws an error with its line number.
 */
export class CsvParser {
  readonly #bytes: Uint8Array
  readonly #delimiter: number
  #scratch = new Uint8Array(256)
  #at = 0
  #line: number

  constructor(utf8: Uint8Array, delimiter: string, firstLine = 1) {
    this.#bytes = utf8
    this.#delimiter = delimiter.charCodeAt(0)
    this.#line = firstLine
  }

  read(handler: CsvHandler): void {
    while (this.#at < this.#bytes.length && handler.record(this.#line)) {
      this.#readRecord(handler)
      handler.endRecord()
    }
  }

  #readRecord(handler: CsvHandler): void {
    if (this.#endsLine()) return
    for (;;) {
      if (this.#bytes[this.#at] === quote) this.#readQuoted(handler)
      else this.#readPlain(handler)
      if (this.#at >= this.#bytes.length || this.#endsLine()) return
      this.#at++
    }
  }

  #readPlain(handler: CsvHandler): void {
    const from = this.#at
    this.#at = this.#endOfPlain(from)
    handler.field(this.#bytes, from, this.#at)
  }

  #readQuoted(handler: CsvHandler): void {
    const opened = this.#line
    const from = this.#at + 1
    let length = 0
    let to = this.#closingQuote(from, opened)
    let start = from
    while (this.#bytes[to + 1] === quote) {
      length = this.#keep(start, to + 1, length)
      start = to + 2
      to = this.#closingQuote(start, opened)
    }
    this.#at = this.#endOfPlain(to + 1)
    const rest = this.#at > to + 1
    // Rejects a quoted field over several lines that is followed by more text: its opening quote is a typing error.
    if (rest && this.#line > opened && !this.#isBlank(to + 1, this.#at))
      throw new FileReadError('file.quote', { line: opened })
    if (length === 0 && !rest) {
      handler.field(this.#bytes, from, to)
      return
    }
    length = this.#keep(start, to, length)
    length = this.#keep(to + 1, this.#at, length)
    handler.field(this.#scratch, 0, length)
  }

  #closingQuote(from: number, opened: number): number {
    const bytes = this.#bytes
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at]
      if (byte === quote) return at
      if (byte === lf || (byte === cr && bytes[at + 1] !== lf)) this.#line++
    }
    throw new FileReadError('file.quote', { line: opened })
  }

  #endOfPlain(from: number): number {
    const bytes = this.#bytes
    let at = from
    while (at < bytes.length && bytes[at] !== this.#delimiter && bytes[at] !== lf && bytes[at] !== cr) at++
    return at
  }

  #endsLine(): boolean {
    const byte = this.#bytes[this.#at]
    if (byte !== lf && byte !== cr) return false
    this.#at += byte === cr && this.#bytes[this.#at + 1] === lf ? 2 : 1
    this.#line++
    return true
  }

  #keep(from: number, to: number, length: number): number {
    const needed = length + to - from
    if (needed > this.#scratch.length) this.#scratch = growArray(this.#scratch, needed * 2)
    this.#scratch.set(this.#bytes.subarray(from, to), length)
    return needed
  }

  #isBlank(from: number, to: number): boolean {
    for (let at = from; at < to; at++) if ((this.#bytes[at] as number) > 0x20) return false
    return true
  }
}
