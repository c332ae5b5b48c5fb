import { findChild, findDescendants, type XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import { describeInstruction, type FieldConversion, getFieldConversion, type OpenField } from './complex-fields.ts'
import type { OmittedItemList } from './omitted-items.ts'
import { fieldCharacter } from './paragraph-text.ts'
import { plainRunStyle, type RunStyle } from './styles.ts'
import type { TextCoverage } from './text-coverage.ts'
import type { FieldSource, Inline } from './word-blocks.ts'

export interface RunContext {
  omittedItems: OmittedItemList
  coverage: TextCoverage
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
  /** Start marks of Word fields that have no end mark. */
  unclosedFields: ReadonlySet<XmlElement> = new Set()
  readonly #context: RunContext
  readonly #open: OpenField[] = []

  constructor(context: RunContext) {
    this.#context = context
  }

  read(run: XmlElement, style: RunStyle): void {
    for (const child of run.children) this.#readChild(child, style)
  }

  addField(source: FieldSource, text: string, style: RunStyle): void {
    const outer = this.#dropping()
    const field = this.#captured()
    const around = this.#open.at(-1)
    if (around && !around.conversion) {
      around.inner.push(source)
      around.instruction += fieldCharacter
    } else if (outer) outer.dropped += text
    else if (field) field.result += text
    else this.inlines.push({ kind: 'field', source, text: trimLineBreaks(text), style })
  }

  addText(text: string, style: RunStyle): void {
    if (!text) return
    const outer = this.#dropping()
    if (outer) {
      outer.dropped += text
      return
    }
    const field = this.#captured()
    if (style.hidden) {
      if (text.trim()) this.#context.omittedItems.add('hidden', this.place, text)
      return
    }
    const shown = replaceSymbols(style.caps ? text.toLocaleUpperCase('es') : text)
    for (const one of this.#open) if (one.conversion?.is === 'print') one.result += shown
    if (field) field.result += shown
    else this.#push(shown, style)
  }

  /** Ends a paragraph and returns its inlines. */
  takeInlines(): Inline[] {
    const { inlines } = this
    const outer = this.#dropping()
    const field = this.#captured()
    if (outer) outer.dropped += ' '
    if (field) field.result += '\n'
    this.inlines = []
    return inlines
  }

  /** Reports a Word field that has no counterpart in a body. */
  reportDropped(kind: (FieldConversion & { is: 'drop' })['kind'], text: string): void {
    if (kind !== 'hidden' || text.trim())
      this.#context.omittedItems.add(kind, kind === 'contents' ? 0 : this.place, text)
  }

  /** Adds the fields of the format for a Word field. The first one has its text. */
  addFields({ sources, text = '' }: FieldConversion & { is: 'field' }, result: string, style: RunStyle): void {
    for (const [index, source] of sources.entries()) this.addField(source, index === 0 ? text + result : '', style)
  }

  /** Reports a Word field whose text Word computes. `text`: its instruction, or its text if the body keeps it. */
  reportComputed({ is, isReported }: FieldConversion & { is: 'field' | 'print' }, text: string): void {
    if (isReported) this.#context.omittedItems.add(is === 'field' ? 'wordFormula' : 'wordResult', this.place, text)
  }

  /** Reports the text of Word fields that have no end. */
  reportOpenFields(): void {
    for (const { conversion, dropped, result } of this.#open) {
      const text = conversion?.is === 'print' ? '' : dropped + result
      if (text.trim()) this.#context.omittedItems.add('lost', this.place, text)
    }
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
    if (name === 't' || name === 'delText') {
      this.#context.coverage.add(child, this.place)
      this.addText(attributes.space === 'preserve' ? child.text : child.text.trim(), style)
    } else if (name === 'tab' || name === 'ptab') this.#addTab(style)
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

  #readFieldMark(mark: XmlElement, style: RunStyle): void {
    const { attributes, children } = mark
    const type = attributes.fldCharType
    if (type === 'begin') {
      const data = children.find(({ name }) => name === 'ffData')
      // Ignores fields without an end, because all text after them would belong to their instruction.
      const isUsable = this.#open.length < 50 && !this.unclosedFields.has(mark)
      if (isUsable) this.#open.push({ instruction: '', data, inner: [], conversion: null, result: '', dropped: '' })
    } else if (type === 'separate') this.#separate()
    else if (type === 'end') this.#endField(style)
  }

  #readInstruction(text: string): void {
    const field = this.#open.at(-1)
    if (field && !field.conversion) field.instruction += text
  }

  #separate(): void {
    const field = this.#open.at(-1)
    if (!field || field.conversion) return
    field.conversion = getFieldConversion(field.instruction, field.data, field.inner)
    // Word does not show the text in an instruction.
    field.dropped = ''
  }

  #endField(style: RunStyle): void {
    this.#separate()
    const field = this.#open.pop()
    if (!field?.conversion) return
    const { conversion, instruction, inner, result, dropped } = field
    if (conversion.is === 'drop') {
      this.reportDropped(conversion.kind, dropped)
      return
    }
    if (conversion.is === 'field') this.addFields(conversion, result, style)
    this.reportComputed(conversion, conversion.is === 'field' ? describeInstruction(instruction, inner) : result)
  }

  /** Returns the innermost open Word field that becomes a field of the format. */
  #captured(): OpenField | undefined {
    return this.#open.findLast(({ conversion }) => conversion?.is === 'field')
  }

  /** Returns the open Word field whose instruction or result is not converted; `undefined` if the text is converted. */
  #dropping(): OpenField | undefined {
    return this.#open.find(({ conversion }) => !conversion || conversion.is === 'drop')
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

/** Removes the line breaks at the end of a text. A pattern would take quadratic time. */
function trimLineBreaks(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}

function hasSameStyle(a: RunStyle, b: RunStyle): boolean {
  return (Object.keys(plainRunStyle) as (keyof RunStyle)[]).every((key) => a[key] === b[key])
}

/** Characters of the fonts Symbol and Wingdings that are common in documents, by private-use code point. */
const symbols: Record<string, string> = {
  '\uf0b7': '•',
  '\uf0a7': '■',
  '\uf0d8': '•',
  '\uf076': '•',
  '\uf06f': '☐',
  '\uf0a8': '☐',
  '\uf071': '☐',
  '\uf0fe': '☒',
  '\uf078': '☒',
  '\uf0fd': '☒',
  '\uf052': '☑',
  '\uf0fc': '✓',
  '\uf0e0': '→',
  '\uf0b0': '°',
}

/** Returns the character of a symbol font; `null` if it is unknown. `code`: hexadecimal code, e.g. `F0FE`. */
function getSymbol(code: string): string | null {
  const number = Number.parseInt(code, 16)
  if (!(number > 0 && number <= 0xffff)) return null
  return symbols[String.fromCharCode(number < 0xf000 ? number + 0xf000 : number)] ?? null
}

function replaceSymbols(text: string): string {
  return text.replace(/[\uf000-\uf0ff]/g, (character) => symbols[character] ?? character)
}
