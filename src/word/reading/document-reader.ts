import {
  findChild,
  findChildren,
  findDescendants,
  getChildValue,
  getToggleValue,
  type XmlElement,
} from '../../sheets/files/xml/xml-tree.ts'
import type { Relations } from '../../sheets/files/zip/relations.ts'
import { describeInstruction, getFieldConversion } from './complex-fields.ts'
import { getControlRole } from './controls.ts'
import type { ListNumbering } from './numbering.ts'
import { type RunContext, RunReader } from './run-reader.ts'
import { type ParagraphStyle, plainRunStyle, readRunProperties, type StyleSheet } from './styles.ts'
import {
  type FieldSource,
  getBlockText,
  getInlineText,
  type WordBlock,
  type WordCell,
  type WordParagraph,
  type WordTable,
} from './word-blocks.ts'

export type RevisionChoice = 'accept' | 'reject'

export interface ReaderContext extends Omit<RunContext, 'onTextBox' | 'onImage'> {
  styles: StyleSheet
  numbering: ListNumbering
  relationships: Relations
  revisions: RevisionChoice
}

export interface ImageReference {
  path: string
  description: string
  place: number
}

const maxColumns = 63
const inserted = new Set(['ins', 'moveTo'])
const deleted = new Set(['del', 'moveFrom'])

/** Reads the blocks of the document, a header or a footer. Counts paragraphs and list numbers in document order. */
export class DocumentReader {
  readonly images: ImageReference[] = []
  /** Texts in other files of the archive (`altChunk`, `subDoc`), which only Word merges into the document. */
  readonly embedded: { relationship: string; place: number }[] = []
  #place = 0
  readonly #context: ReaderContext
  readonly #runs: RunReader
  #boxes: XmlElement[] = []
  /** Paragraph to which the next one is appended, because a tracked change deleted the mark between them. */
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

  /** Reads the blocks of a part, and reports the text that it could not read. */
  read(root: XmlElement): WordBlock[] {
    const { coverage, omittedItems } = this.#context
    this.#runs.unclosedFields = new Set(findUnclosedFields(root))
    const blocks: WordBlock[] = []
    this.#readBlocks(root, blocks)
    this.#runs.reportOpenFields()
    coverage.reportRest(root, (place, text) => omittedItems.add('lost', place, text))
    return blocks
  }

  #readBlocks(parent: XmlElement, blocks: WordBlock[]): void {
    for (const child of parent.children) this.#readBlock(child, blocks)
  }

  #readBlock(element: XmlElement, blocks: WordBlock[]): void {
    const { name } = element
    if (name === 'p') this.#addParagraph(element, blocks)
    else if (name === 'tbl') blocks.push(this.#readTable(element))
    else if (name === 'sdt') this.#readBlockControl(element, blocks)
    else if (name === 'oMathPara') this.#addEquation(element, this.#place + 1)
    else if (name === 'altChunk' || name === 'subDoc') this.#addEmbedded(element)
    else if (name === 'AlternateContent') this.#readBlocks(findChild(element, 'Choice') ?? element, blocks)
    else if (this.#isShown(element)) this.#readBlocks(element, blocks)
  }

  /** Returns whether the chosen version of the text has an element. Unknown elements are shown: only their content counts. */
  #isShown(element: XmlElement, { name } = element): boolean {
    const isShown = this.#context.revisions === 'accept' ? !deleted.has(name) : !inserted.has(name)
    if (!isShown) this.#context.coverage.add(element, this.#place)
    return isShown
  }

  #addEquation(element: XmlElement, place: number): void {
    this.#context.omittedItems.add('equation', place, collectText(element))
    this.#context.coverage.add(element, place)
  }

  #addEmbedded({ attributes }: XmlElement): void {
    this.embedded.push({ relationship: attributes.id ?? '', place: this.#place })
  }

  #addContents(element: XmlElement): void {
    const paragraphs = findDescendants(element, 'p')
    const text = (paragraphs.length ? paragraphs : [element]).map(collectText).join(' ')
    this.#context.omittedItems.add('contents', 0, text)
    this.#context.coverage.add(element, this.#place)
  }

  #addParagraph(element: XmlElement, blocks: WordBlock[]): void {
    const properties = findChild(element, 'pPr')
    const style = this.#context.styles.getParagraphStyle(properties)
    const joined = this.#joined
    if (!joined) this.#place++
    this.#context.coverage.setPlace(element, this.#place)
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
      tabs: style.tabs,
    }
    for (const inline of inlines) paragraph.inlines.push(inline)
    if (!joined) blocks.push(paragraph)
    this.#joined = this.#losesMark(mark) ? paragraph : null
    this.#addBoxes(blocks)
    if (this.#startsPage(properties)) blocks.push(createPageBreak(paragraph))
  }

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
      const from = blocks.length
      this.#readBlocks(box, blocks)
      this.#context.omittedItems.add('textBox', this.#place, blocks.slice(from).map(getBlockText).join(' '))
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
      else if (name === 'oMath' || name === 'oMathPara') this.#addEquation(element, this.#place)
      else if (name === 'altChunk' || name === 'subDoc') this.#addEmbedded(element)
      else if (name === 'AlternateContent') this.#readRuns(findChild(element, 'Choice')?.children ?? [], style)
      else if (this.#isShown(element)) this.#readRuns(element.children, style)
    }
  }

  /** Returns the properties of a run; before a tracked change of formatting if changes are rejected. */
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
    if (conversion.is !== 'print') this.#context.coverage.add(element, this.#place)
    if (conversion.is === 'field') {
      const first = findChild(element, 'r')
      const text = collectText(element)
      this.#runs.addFields(conversion, text, this.#runStyle(style, first && findChild(first, 'rPr')))
    } else if (conversion.is === 'print') this.#readRuns(element.children, style)
    else this.#runs.reportDropped(conversion.kind, collectText(element))
    if (conversion.is !== 'drop')
      this.#runs.reportComputed(
        conversion,
        conversion.is === 'field' ? describeInstruction(instruction) : collectText(element),
      )
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
      this.#runs.addField(role.source, getInlineText(inside), look && 'style' in look ? look.style : plainRunStyle)
    } else if (role.is === 'contents') this.#addContents(content)
    else this.#readRuns(content.children, style)
  }

  /** Reads a content control with paragraphs: a single one becomes a field, several become plain content. */
  #readBlockControl(element: XmlElement, blocks: WordBlock[]): void {
    const role = getControlRole(findChild(element, 'sdtPr'))
    const content = findChild(element, 'sdtContent')
    if (!content) return
    if (role.is === 'contents') {
      this.#addContents(content)
      return
    }
    if (role.is !== 'field') {
      this.#readBlocks(content, blocks)
      return
    }
    const from = blocks.length
    this.#readBlocks(content, blocks)
    this.#toField(role.source, blocks.slice(from))
  }

  #toField(source: FieldSource, inside: readonly WordBlock[]): void {
    const [only] = inside
    if (inside.length === 1 && only?.kind === 'paragraph') {
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
        else if (this.#isShown(child)) readRows(child)
      }
    }
    readRows(element)
    const widths = columns.map(({ attributes }) => Math.max(0, Number(attributes.w) || 0))
    return { kind: 'table', rows, widths, place }
  }

  #readRow(row: XmlElement, rows: WordTable['rows'], hasHeader: boolean): void {
    const properties = findChild(row, 'trPr')
    const change = properties?.children.find(({ name }) => name === 'ins' || name === 'del')
    if (change && !this.#isShown(row, change)) return
    const cells: WordCell[] = []
    const readCells = (parent: XmlElement, source: FieldSource | null) => {
      for (const child of parent.children) {
        if (child.name === 'tc' && cells.length < maxColumns) cells.push(this.#readCell(child, source))
        else if (child.name === 'sdt') {
          const role = getControlRole(findChild(child, 'sdtPr'))
          readCells(findChild(child, 'sdtContent') ?? child, role.is === 'field' ? role.source : null)
        } else if (this.#isShown(child)) readCells(child, source)
      }
    }
    readCells(row, null)
    const isHeader = getToggleValue(properties, 'tblHeader') ?? (hasHeader && rows.length === 0)
    if (cells.length) rows.push({ cells, isHeader })
  }

  #readCell(cell: XmlElement, source: FieldSource | null): WordCell {
    const properties = findChild(cell, 'tcPr')
    const blocks: WordBlock[] = []
    this.#readBlocks(cell, blocks)
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
    tabs: [],
  }
}

function hasVisibleRun(paragraph: XmlElement): boolean {
  return findChildren(paragraph, 'r').some((run) => readRunProperties(findChild(run, 'rPr')).hidden !== true)
}

export function collectText(element: XmlElement): string {
  return element.name === 't' ? element.text : element.children.map(collectText).join('')
}

/** Returns the start marks of Word fields without an end mark. A text box has its own fields. */
function findUnclosedFields(scope: XmlElement): XmlElement[] {
  const open: XmlElement[] = []
  const unclosed: XmlElement[] = []
  const walk = (element: XmlElement) => {
    const type = element.name === 'fldChar' && element.attributes.fldCharType
    if (type === 'begin') open.push(element)
    else if (type === 'end') open.pop()
    else if (element.name === 'txbxContent' && element !== scope)
      for (const field of findUnclosedFields(element)) unclosed.push(field)
    else element.children.forEach(walk)
  }
  walk(scope)
  return [...unclosed, ...open]
}

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
