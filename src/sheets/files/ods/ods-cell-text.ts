import { TextBuffer } from '../xml/xml-parser.ts'
import type { XmlTag } from '../xml/xml-tag.ts'

/** Elements inside a paragraph that are not part of the displayed text. */
const notText = new Set(['annotation', 'note', 'frame', 'custom-shape', 'ruby-text'])

/** Displayed text of one cell: its paragraphs, without comments and drawings. */
export class OdsCellText {
  readonly #buffer = new TextBuffer()
  /** Nesting depth of open elements inside the cell. */
  depth = 0
  #paragraphs = 0
  #inParagraph = false
  #skipFrom = 0

  start(): void {
    this.#buffer.length = 0
    this.#paragraphs = 0
    this.#inParagraph = false
    this.#skipFrom = 0
    this.depth = 0
  }

  open(name: string, tag: XmlTag): void {
    this.depth++
    if (this.#skipFrom > 0) return
    if (!this.#inParagraph) {
      if (name !== 'p') this.#skipFrom = this.depth
      else {
        this.#inParagraph = true
        if (this.#paragraphs++ > 0) this.#buffer.appendText('\n')
      }
    } else if (notText.has(name)) this.#skipFrom = this.depth
    else if (name === 's') this.#buffer.appendText(' '.repeat(Math.min(Number(tag.attributes().c ?? 1), 1000)))
    else if (name === 'tab') this.#buffer.appendText('\t')
    else if (name === 'line-break') this.#buffer.appendText('\n')
  }

  text(bytes: Uint8Array, from: number, to: number, literal: boolean): void {
    if (this.#inParagraph && this.#skipFrom === 0) this.#buffer.append(bytes, from, to, literal)
  }

  close(_name: string): void {
    if (this.depth === this.#skipFrom) this.#skipFrom = 0
    this.depth--
    if (this.depth === 0) this.#inParagraph = false
  }

  toString(): string {
    return this.#buffer.length === 0 ? '' : this.#buffer.toString()
  }
}
