import { getFieldConversion, type OpenField } from './complex-fields.ts'
import type { OmittedItemList } from './omitted-items.ts'
import { plainRunStyle, type RunStyle } from './styles.ts'
import { getSymbol, replaceSymbols } from './symbols.ts'
import type { FieldSource, Inline } from './word-blocks.ts'
import { findChild, findDescendants, type XmlElement } from './xml-tree.ts'

/** Functions that resolve the notes and images that a run references. */
export interface RunContext {
  omittedItems: OmittedItemList
  footnotes: ReadonlyMap<string, string>
  endnotes: ReadonlyMap<string, string>
  comments: ReadonlyMap<string, string>
  onTextBox: (content: XmlElement) => void
  onImage: (relationship: string, description: string) => void
}

/** Collects the inlines of paragraphs run by run, because a Word field may extend over several runs and paragraphs. */
export class RunReader {
  inlines: Inline[] = []
  /** One-based number of the current paragraph. */
  place = 0
  /** True if tabs of the paragraph are drawn as lines to write on. */
  tabsAreBlanks = false
  readonly #context: RunContext
  readonly #open: OpenField[] = []

  constructor(context: RunContext) {
    this.#context = context
  }

  read(run: XmlElement, style: RunStyle): void {
    for (const child of run.children) this.#readChild(child, style)
  }

  /** Adds an inline for a field of the format. */
  addField(source: FieldSource, text: string, style: RunStyle): void {
    if (this.#isDropping()) return
    const field = this.#captured()
    if (field) field.result += text
    else this.inlines.push({ kind: 'field', source, text: cleanText(text), style })
  }

  addText(text: string, style: RunStyle): void {
    if (!text || this.#isDropping()) return
    const field = this.#captured()
    if (style.hidden) {
      if (text.trim()) this.#context.omittedItems.add('hidden', this.place, text)
      return
    }
    const shown = replaceSymbols(style.caps ? text.toLocaleUpperCase('es') : text)
    if (field) field.result += shown
    else this.#push(shown, style)
  }

  /** Ends a paragraph and returns its inlines. */
  takeInlines(): Inline[] {
    const { inlines } = this
    const field = this.#captured()
    if (field) field.result += '\n'
    this.inlines = []
    return inlines
  }

  #push(text: string, style: RunStyle): void {
    const last = this.inlines.at(-1)
    // Treats underlined spaces as a line to write on.
    const isBlank = style.underline && /^[\s\u00a0]+$/.test(text) && text.length > 2
    const written = isBlank ? '_'.repeat(Math.min(text.length, 40)) : text
    const look = isBlank ? { ...style, underline: false } : style
    if (last?.kind === 'text' && hasSameStyle(last.style, look)) last.text += written
    else this.inlines.push({ kind: 'text', text: written, style: look })
  }

  #readChild(child: XmlElement, style: RunStyle): void {
    const { omittedItems } = this.#context
    const { name, attributes } = child
    if (name === 't' || name === 'delText')
      this.addText(attributes.space === 'preserve' ? child.text : child.text.trim(), style)
    else if (name === 'tab' || name === 'ptab') this.#addTab(style)
    else if (name === 'br') this.#addBreak(attributes.type, style)
    else if (name === 'cr') this.addText('\n', style)
    else if (name === 'noBreakHyphen') this.addText('-', style)
    else if (name === 'sym') this.#addSymbol(attributes.char ?? '', style)
    else if (name === 'fldChar') this.#readFieldMark(child, style)
    else if (name === 'instrText' || name === 'delInstrText') this.#readInstruction(child.text)
    else if (name === 'footnoteReference')
      omittedItems.add('footnote', this.place, this.#context.footnotes.get(attributes.id ?? '') ?? '')
    else if (name === 'endnoteReference')
      omittedItems.add('footnote', this.place, this.#context.endnotes.get(attributes.id ?? '') ?? '')
    else if (name === 'commentReference')
      omittedItems.add('comment', this.place, this.#context.comments.get(attributes.id ?? '') ?? '')
    else if (name === 'drawing' || name === 'pict' || name === 'object') this.#readDrawing(child)
    else if (name === 'AlternateContent')
      for (const inner of findChild(child, 'Choice')?.children ?? []) this.#readChild(inner, style)
  }

  #addTab(style: RunStyle): void {
    if (this.tabsAreBlanks || style.underline) this.addText(' ________', { ...style, underline: false })
    else this.addText('\t', style)
  }

  #addBreak(type: string | undefined, style: RunStyle): void {
    if (type === 'page') this.inlines.push({ kind: 'page' })
    else this.addText('\n', style)
  }

  #addSymbol(code: string, style: RunStyle): void {
    const symbol = getSymbol(code)
    if (symbol) this.addText(symbol, style)
    else this.#context.omittedItems.add('character', this.place, `símbolo ${code}`)
  }

  #readFieldMark({ attributes, children }: XmlElement, style: RunStyle): void {
    const type = attributes.fldCharType
    if (type === 'begin') {
      const data = children.find(({ name }) => name === 'ffData')
      if (this.#open.length < 50) this.#open.push({ instruction: '', data, conversion: null, result: '' })
    } else if (type === 'separate') this.#separate()
    else if (type === 'end') this.#endField(style)
  }

  #readInstruction(text: string): void {
    const field = this.#open.at(-1)
    if (field && !field.conversion) field.instruction += text
  }

  #separate(): void {
    const field = this.#open.at(-1)
    if (field) field.conversion ??= getFieldConversion(field.instruction, field.data)
  }

  #endField(style: RunStyle): void {
    this.#separate()
    const { conversion, result = '' } = this.#open.pop() ?? {}
    if (conversion?.is === 'field') this.addField(conversion.source, conversion.text ?? result, style)
    if (conversion?.is === 'drop' && conversion.kind)
      this.#context.omittedItems.add(conversion.kind, conversion.kind === 'contents' ? 0 : this.place, '')
  }

  /** Returns the innermost open Word field that becomes a field of the format. */
  #captured(): OpenField | undefined {
    return this.#open.findLast(({ conversion }) => conversion?.is === 'field')
  }

  /**
   * Returns whether the current text is not converted: a field's instruction, or the result of a field without
   * counterpart.
   */
  #isDropping(): boolean {
    return this.#open.some(({ conversion }) => !conversion || conversion.is === 'drop')
  }

  #readDrawing(drawing: XmlElement): void {
    const { omittedItems } = this.#context
    const boxes = findDescendants(drawing, 'txbxContent')
    boxes.forEach(this.#context.onTextBox)
    const images = [...findDescendants(drawing, 'blip'), ...findDescendants(drawing, 'imagedata')]
    const description = findDescendants(drawing, 'docPr')[0]?.attributes
    for (const { attributes } of images)
      this.#context.onImage(attributes.embed ?? attributes.id ?? '', description?.descr || description?.name || '')
    if (!boxes.length && !images.length) omittedItems.add('drawing', this.place, description?.name ?? '')
  }
}

function cleanText(text: string): string {
  return text.replace(/\n+$/, '')
}

function hasSameStyle(a: RunStyle, b: RunStyle): boolean {
  return (Object.keys(plainRunStyle) as (keyof RunStyle)[]).every((key) => a[key] === b[key])
}
