import { getFieldConversion } from './complex-fields.ts'
import { getControlRole } from './controls.ts'
import type { ListNumbering } from './numbering.ts'
import type { OmittedItemList } from './omitted-items.ts'
import { RunReader } from './run-reader.ts'
import { type ParagraphStyle, plainRunStyle, readRunProperties, type StyleSheet } from './styles.ts'
import type { FieldSource, Inline, WordBlock, WordCell, WordParagraph, WordTable } from './word-blocks.ts'
import type { Relationships } from './word-package.ts'
import { findChild, findChildren, getChildValue, getToggleValue, type XmlElement } from './xml-tree.ts'

/** Version of the text to read: with the changes accepted or rejected. */
export type RevisionChoice = 'accept' | 'reject'

export interface ReaderContext {
  styles: StyleSheet
  numbering: ListNumbering
  relationships: Relationships
  revisions: RevisionChoice
  omittedItems: OmittedItemList
  footnotes: ReadonlyMap<string, string>
  endnotes: ReadonlyMap<string, string>
  comments: ReadonlyMap<string, string>
}

/** Image of the document by its path in the archive. */
export interface ImageReference {
  path: string
  description: string
  place: number
}

const maxColumns = 63
/** Wrapper elements around runs; the reader ignores them and reads their content. */
const transparent = new Set(['smartTag', 'customXml', 'bdo', 'dir', 'sdtContent'])
const inserted = new Set(['ins', 'moveTo'])
const deleted = new Set(['del', 'moveFrom'])

/** Reads the blocks of the document, a header or a footer. Counts paragraphs and list numbers in document order. */
export class DocumentReader {
  readonly images: ImageReference[] = []
  #place = 0
  readonly #context: ReaderContext
  readonly #runs: RunReader
  #boxes: XmlElement[] = []
  /**
   * Paragraph to which the next paragraph is appended, because a tracked change deleted the paragraph mark between
   * them.
   */
  #joined: WordParagraph | null = null

  constructor(context: ReaderContext) {
    this.#context = context
    this.#runs = new RunReader({
      ...context,
      onTextBox: (content) => this.#boxes.push(content),
      onImage: (id, description) => {
        const target = context.relationships.get(id)?.target ?? ''
        this.images.push({ path: target, description, place: this.#place })
      },
    })
  }

  readBlocks(parent: XmlElement): WordBlock[] {
    const blocks: WordBlock[] = []
    for (const child of parent.children) this.#readBlock(child, blocks)
    return blocks
  }

  #readBlock(element: XmlElement, blocks: WordBlock[]): void {
    const { name } = element
    if (name === 'p') this.#addParagraph(element, blocks)
    else if (name === 'tbl') blocks.push(this.#readTable(element))
    else if (name === 'sdt') this.#readBlockControl(element, blocks)
    else if (name === 'oMathPara') this.#context.omittedItems.add('equation', this.#place + 1, collectText(element))
    else if (name === 'AlternateContent') blocks.push(...this.readBlocks(findChild(element, 'Choice') ?? element))
    else if (this.#isShown(name) && (inserted.has(name) || deleted.has(name) || transparent.has(name)))
      blocks.push(...this.readBlocks(element))
  }

  #isShown(name: string): boolean {
    const { revisions } = this.#context
    return revisions === 'accept' ? !deleted.has(name) : !inserted.has(name)
  }

  #addParagraph(element: XmlElement, blocks: WordBlock[]): void {
    const properties = findChild(element, 'pPr')
    const style = this.#context.styles.getParagraphStyle(properties)
    const joined = this.#joined
    if (!joined) this.#place++
    this.#runs.place = this.#place
    this.#runs.tabsAreBlanks = style.tabs.some(({ leader }) => leader === 'underscore')
    const mark = findChild(properties, 'rPr')
    const isHidden = this.#runStyle(style, mark).hidden && !hasVisibleRun(element)
    const marker = style.number && !joined && !isHidden ? this.#context.numbering.next(style.number) : null
    this.#readRuns(element.children, style)
    const inlines = this.#runs.takeInlines()
    const paragraph: WordParagraph = joined ?? {
      kind: 'paragraph',
      place: this.#place,
      inlines: [],
      align: style.align,
      heading: style.heading,
      marker,
      markerStyle: { ...this.#runStyle(style, mark), ...(marker?.bold !== undefined && { bold: marker.bold }) },
      breaksPage: style.breaksPage,
      isAttached: style.isAttached,
      tabs: style.tabs,
    }
    paragraph.inlines.push(...inlines)
    if (!joined) blocks.push(paragraph)
    this.#joined = this.#losesMark(mark) ? paragraph : null
    this.#addBoxes(blocks)
    if (this.#startsPage(properties)) blocks.push(createPageBreak(paragraph))
  }

  /** Returns whether the tracked changes delete the paragraph mark. */
  #losesMark(mark: XmlElement | undefined): boolean {
    const names = this.#context.revisions === 'accept' ? deleted : inserted
    return mark?.children.some(({ name }) => names.has(name)) ?? false
  }

  /** Returns whether a section ends with the paragraph and the next section starts on a new page. */
  #startsPage(properties: XmlElement | undefined): boolean {
    const section = findChild(properties, 'sectPr')
    return section !== undefined && (getChildValue(section, 'type') ?? 'nextPage') !== 'continuous'
  }

  #addBoxes(blocks: WordBlock[]): void {
    const boxes = this.#boxes
    this.#boxes = []
    for (const box of boxes) {
      const inside = this.readBlocks(box)
      this.#context.omittedItems.add('textBox', this.#place, inside.map(getBlockText).join(' '))
      blocks.push(...inside)
    }
  }

  #runStyle(style: ParagraphStyle, properties: XmlElement | undefined) {
    return this.#context.styles.getRunStyle(style.run, properties)
  }

  #readRuns(elements: readonly XmlElement[], style: ParagraphStyle): void {
    for (const element of elements) {
      const { name, attributes } = element
      if (name === 'r') this.#runs.read(element, this.#runStyle(style, this.#runProperties(element)))
      else if (name === 'hyperlink') {
        this.#addLink(element)
        this.#readRuns(element.children, style)
      } else if (name === 'fldSimple') this.#readSimpleField(element, attributes.instr ?? '', style)
      else if (name === 'sdt') this.#readInlineControl(element, style)
      else if (name === 'oMath' || name === 'oMathPara')
        this.#context.omittedItems.add('equation', this.#place, collectText(element))
      else if (inserted.has(name) || deleted.has(name) || transparent.has(name)) {
        if (this.#isShown(name)) this.#readRuns(element.children, style)
      }
    }
  }

  /**
   * Returns the properties of a run. If changes are rejected, returns the properties before a tracked change of
   * formatting.
   */
  #runProperties(run: XmlElement): XmlElement | undefined {
    const properties = findChild(run, 'rPr')
    const before = this.#context.revisions === 'reject' ? findChild(properties, 'rPrChange') : undefined
    return before ? findChild(before, 'rPr') : properties
  }

  #addLink(element: XmlElement): void {
    const link = this.#context.relationships.get(element.attributes.id ?? '')
    const text = collectText(element)
    // Skips links whose text is the address, because the document prints it.
    if (link?.isExternal && !link.target.includes(text.trim()))
      this.#context.omittedItems.add('link', this.#place, link.target)
  }

  #readSimpleField(element: XmlElement, instruction: string, style: ParagraphStyle): void {
    const conversion = getFieldConversion(instruction)
    if (conversion.is === 'field') {
      const first = findChild(element, 'r')
      const text = collectText(element)
      this.#runs.addField(conversion.source, text, this.#runStyle(style, first && findChild(first, 'rPr')))
    } else if (conversion.is === 'print') this.#readRuns(element.children, style)
    else if (conversion.kind) this.#context.omittedItems.add(conversion.kind, this.#place, '')
  }

  #readInlineControl(element: XmlElement, style: ParagraphStyle): void {
    const role = getControlRole(findChild(element, 'sdtPr'))
    const content = findChild(element, 'sdtContent')
    if (!content) return
    if (role.is === 'field') {
      // Reads the text box like a paragraph, so that tracked changes and fields are applied, but uses only its text.
      const before = this.#runs.inlines
      this.#runs.inlines = []
      this.#readRuns(content.children, style)
      const inside = this.#runs.inlines
      this.#runs.inlines = before
      const look = inside.find((inline) => inline.kind !== 'page')
      if (this.#hasTags(inside)) {
        this.#runs.inlines.push(...inside)
        return
      }
      this.#runs.addField(role.source, getInlineText(inside), look && 'style' in look ? look.style : plainRunStyle)
    } else if (role.is === 'contents') this.#context.omittedItems.add('contents', 0, '')
    else this.#readRuns(content.children, style)
  }

  /**
   * Reads a content control that contains paragraphs. If it has a single paragraph, it becomes a field; otherwise plain
   * content.
   */
  #readBlockControl(element: XmlElement, blocks: WordBlock[]): void {
    const role = getControlRole(findChild(element, 'sdtPr'))
    const content = findChild(element, 'sdtContent')
    if (role.is === 'contents') this.#context.omittedItems.add('contents', 0, '')
    if (!content || role.is === 'contents') return
    const inside = this.readBlocks(content)
    if (role.is === 'field') this.#toField(role.source, inside)
    blocks.push(...inside)
  }

  /** Returns whether a content control contains tags of the markup, which the body contains unchanged. */
  #hasTags(inlines: readonly Inline[]): boolean {
    return this.#context.styles.isOwn && /\{\{|\*\*/.test(getInlineText(inlines))
  }

  #toField(source: FieldSource, inside: readonly WordBlock[]): void {
    const [only] = inside
    if (inside.length === 1 && only?.kind === 'paragraph') {
      if (this.#hasTags(only.inlines)) return
      const style = only.inlines.find((inline) => inline.kind === 'text')?.style ?? plainRunStyle
      only.inlines = [{ kind: 'field', source, text: getInlineText(only.inlines), style }]
    } else this.#context.omittedItems.add('control', this.#place, source.name)
  }

  #readTable(element: XmlElement): WordTable {
    const properties = findChild(element, 'tblPr')
    const look = findChild(properties, 'tblLook')?.attributes ?? {}
    const showsFirst = look.firstRow === '1' || (Number.parseInt(look.val ?? '0', 16) & 0x20) !== 0
    const hasHeader = showsFirst && this.#context.styles.formatsFirstRow(getChildValue(properties, 'tblStyle'))
    const columns = findChildren(findChild(element, 'tblGrid'), 'gridCol').slice(0, maxColumns)
    const place = this.#place + 1
    const rows: WordTable['rows'] = []
    const readRows = (parent: XmlElement) => {
      for (const child of parent.children) {
        if (child.name === 'tr') this.#readRow(child, rows, hasHeader)
        else if (child.name === 'sdt') readRows(findChild(child, 'sdtContent') ?? child)
        else if (transparent.has(child.name)) readRows(child)
      }
    }
    readRows(element)
    const widths = columns.map(({ attributes }) => Math.max(0, Number(attributes.w) || 0))
    return { kind: 'table', rows, widths, place }
  }

  #readRow(row: XmlElement, rows: WordTable['rows'], hasHeader: boolean): void {
    const properties = findChild(row, 'trPr')
    const change = properties?.children.find(({ name }) => name === 'ins' || name === 'del')
    if (change && !this.#isShown(change.name)) return
    const cells: WordCell[] = []
    const readCells = (parent: XmlElement, source: FieldSource | null) => {
      for (const child of parent.children) {
        if (child.name === 'tc' && cells.length < maxColumns) cells.push(this.#readCell(child, source))
        else if (child.name === 'sdt') {
          const role = getControlRole(findChild(child, 'sdtPr'))
          readCells(findChild(child, 'sdtContent') ?? child, role.is === 'field' ? role.source : null)
        } else if (transparent.has(child.name)) readCells(child, source)
      }
    }
    readCells(row, null)
    const isHeader = getToggleValue(properties, 'tblHeader') ?? (hasHeader && rows.length === 0)
    if (cells.length) rows.push({ cells, isHeader })
  }

  #readCell(cell: XmlElement, source: FieldSource | null): WordCell {
    const properties = findChild(cell, 'tcPr')
    const blocks = this.readBlocks(cell)
    this.#joined = null
    if (source) this.#toField(source, blocks)
    const span = Number(getChildValue(properties, 'gridSpan') ?? 1)
    const merge = findChild(properties, 'vMerge')
    return {
      blocks,
      span: span >= 1 && span <= maxColumns ? Math.floor(span) : 1,
      continues: merge !== undefined && merge.attributes.val !== 'restart',
    }
  }
}

function createPageBreak({ place, markerStyle }: WordParagraph): WordParagraph {
  return {
    kind: 'paragraph',
    place,
    inlines: [{ kind: 'page' }],
    align: 'start',
    heading: 0,
    marker: null,
    markerStyle,
    breaksPage: false,
    isAttached: false,
    tabs: [],
  }
}

/** Returns whether a paragraph has a run with text that is not hidden. */
function hasVisibleRun(paragraph: XmlElement): boolean {
  return findChildren(paragraph, 'r').some((run) => readRunProperties(findChild(run, 'rPr')).hidden !== true)
}

export function getInlineText(inlines: readonly Inline[]): string {
  return inlines.map((inline) => (inline.kind === 'page' ? '' : inline.text)).join('')
}

/** Returns the plain text of a block, including list markers. */
export function getBlockText(block: WordBlock): string {
  if (block.kind === 'paragraph') {
    const { marker, inlines } = block
    return `${marker ? marker.text + marker.gap : ''}${getInlineText(inlines)}`
  }
  return block.rows.map(({ cells }) => cells.map((cell) => cell.blocks.map(getBlockText).join(' ')).join(' ')).join(' ')
}

/** Returns the text of all `t` elements inside an element. */
export function collectText(element: XmlElement): string {
  return element.name === 't' ? element.text : element.children.map(collectText).join('')
}

/** Returns the number of tracked changes and their authors. */
export function countRevisions(root: XmlElement): { count: number; authors: string[] } {
  const authors = new Set<string>()
  let count = 0
  const walk = (element: XmlElement) => {
    if (inserted.has(element.name) || deleted.has(element.name)) {
      count++
      if (element.attributes.author) authors.add(element.attributes.author)
    }
    element.children.forEach(walk)
  }
  walk(root)
  return { count, authors: [...authors] }
}
