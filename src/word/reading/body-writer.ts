import type { TextAlignment } from '../../domain/documents/blocks.ts'
import { alignmentTags } from '../../domain/documents/template-tag.ts'
import { type Blank, findBlanks } from './blanks.ts'
import { type DocumentOutline, readOutline } from './document-outline.ts'
import { type FieldGuess, toFieldLabel } from './labels.ts'
import { lineAlignmentTags, type TextMark, writeLine } from './line-markup.ts'
import { ListTagWriter } from './list-markup.ts'
import { OmittedItemList } from './omitted-items.ts'
import { getOriginalText, type OriginalCell, type OriginalParagraph, type OriginalSegment } from './original-text.ts'
import { joinInlines, type ParagraphText, prependMarker, splitAtPageBreaks } from './paragraph-text.ts'
import { type BlankPosition, type FieldProposalCollector, getOriginalRange } from './proposals.ts'
import { findSignatures, getSignatureColumns, isSignatureTable } from './signature-lines.ts'
import { renderTabStopTags, type TabStop } from './tab-markup.ts'
import {
  createTableGrid,
  findEmptyTableRows,
  type GridCell,
  getColumnSettings,
  getGridCellText,
  type WordTableGrid,
} from './table-grid.ts'
import { getInlineText, type Inline, type WordBlock, type WordParagraph, type WordTable } from './word-blocks.ts'

/** Texts around a paragraph that describe its blanks. */
interface Surroundings {
  kind: OriginalParagraph['kind']
  /** Label in the table cell to the left. */
  cell?: string
  marks?: readonly TextMark[]
  single?: boolean
  tabs?: readonly TabStop[]
}

/** Marks of headings, which are bold already. */
const headingMarks: readonly TextMark[] = ['italic', 'underline']

/** Writes the blocks of a Word document as markup, with a slot for each blank, whose text is decided later. */
export class BodyWriter {
  readonly lines: string[] = []
  readonly original: OriginalParagraph[] = []
  readonly #proposals: FieldProposalCollector
  readonly #omittedItems: OmittedItemList
  readonly #lists = new ListTagWriter()
  readonly #measure: number
  #outline: DocumentOutline = readOutline([])
  /** Number of tables so far, and the cell that is written. */
  #tables = 0
  #cell: OriginalCell | null = null
  #clauses: ReturnType<FieldProposalCollector['addOther']> | null = null

  /** `measure`: width of the text in twentieths of a point. */
  constructor(proposals: FieldProposalCollector, omittedItems: OmittedItemList, lineWidth: number) {
    this.#measure = lineWidth
    this.#proposals = proposals
    this.#omittedItems = omittedItems
  }

  write(blocks: readonly WordBlock[]): void {
    this.#outline = readOutline(blocks)
    for (let at = 0; at < blocks.length; ) {
      const block = blocks[at] as WordBlock
      const signature = findSignatures(blocks, at)
      if (signature) {
        this.#writeSignatures(signature.entries)
        at = signature.next
      } else if (block.kind === 'table') {
        this.#writeTable(block)
        at++
      } else if (isListItem(block)) {
        let end = at
        while (end < blocks.length && isListItem(blocks[end])) end++
        this.#writeList(blocks.slice(at, end) as WordParagraph[])
        at = end
      } else {
        this.#writeParagraph(block)
        at++
      }
    }
  }

  #writeParagraph(paragraph: WordParagraph): void {
    const { place, align, breaksPage, marker } = paragraph
    const heading = this.#outline.headings.get(paragraph) ?? 0
    const parts = splitAtPageBreaks(prependMarker(paragraph, this.#outline.usesClauses))
    this.#lists.interrupt()
    if (breaksPage && this.lines.length) this.#addBlock('{{nueva página}}')
    parts.forEach((inlines, index) => {
      if (index > 0) this.#addBlock('{{nueva página}}')
      const ordinal = index === 0 ? this.#outline.typedClauses.get(paragraph) : undefined
      const isHeading = heading > 0 && !marker?.ordinal
      const kind = isHeading ? 'heading' : marker ? 'item' : 'text'
      const marks = isHeading ? headingMarks : undefined
      const line = this.#writeInlines(
        inlines,
        place,
        { kind, single: isHeading, tabs: isHeading ? [] : paragraph.tabs, ...(marks && { marks }) },
        ordinal,
      )
      if (!line) return
      // The title of a document is centred unless a tag aligns it.
      const tag = heading === 1 && align === 'center' ? '' : lineAlignmentTags[align]
      this.#addBlock(isHeading ? `${'#'.repeat(heading)} ${tag}${line}` : tag + line)
    })
  }

  #writeList(items: readonly WordParagraph[]): void {
    const base = items.reduce((least, { marker }) => Math.min(least, marker?.level ?? 0), 8)
    let block: { usesTags: boolean; lines: string[] } | null = null
    const markers: string[] = []
    const styled: WordParagraph[] = []
    const flush = () => {
      if (block) this.#addBlock(block.lines.join('\n'))
      block = null
    }
    items.forEach((item, index) => {
      const { marker, place, align } = item
      const hasText = getInlineText(item.inlines).trim() !== ''
      if (!marker || (!hasText && marker.sample)) return
      if (index === 0) this.#lists.interrupt()
      const tag = this.#lists.next(marker, base)
      if (!tag) {
        markers.push(marker.text)
        this.#lists.interrupt()
      } else if (!marker.isBullet && (item.markerStyle.bold || item.markerStyle.italic)) styled.push(item)
      const line = this.#writeItem(item, tag)
      if (!line) return
      if (align !== 'start') this.#omittedItems.add('itemAlign', place, getInlineText(item.inlines))
      if (!block || block.usesTags !== (tag !== '')) {
        flush()
        block = { usesTags: tag !== '', lines: [] }
      }
      block.lines.push(line)
    })
    flush()
    if (styled[0])
      this.#omittedItems.add(
        'markerStyle',
        styled[0].place,
        formatMarkers(styled.map(({ marker }) => marker?.text ?? '')),
      )
    if (markers.length) this.#omittedItems.add('list', items[0]?.place ?? 0, formatMarkers(markers))
  }

  /** Writes a list item with its tag, or with its marker as text if it has no tag. */
  #writeItem(item: WordParagraph, tag: string): string {
    const parts = splitAtPageBreaks(tag ? item.inlines : prependMarker(item, false))
    const marker = tag ? (item.marker?.text ?? '') : ''
    const lines = parts.map((inlines, index) =>
      this.#writeInlines(inlines, item.place, { kind: 'item' }, undefined, index === 0 ? marker : ''),
    )
    const text = lines.filter(Boolean).join('\n')
    return tag && text ? `${tag} ${text}` : text
  }

  #writeSignatures(entries: readonly (readonly { inlines: Inline[]; place: number }[])[]): void {
    const lines: string[] = []
    for (const entry of entries) {
      const [rule, ...rest] = entry
      const text = rule ? joinInlines(rule.inlines, rule.place, this.#omittedItems).text.trim() : ''
      const name = rest[0] ? joinInlines(rest[0].inlines, rest[0].place, this.#omittedItems) : null
      const label = name ? getOriginalRange(name, 0, name.text.length).trim().slice(0, 80) : ''
      const proposal = this.#proposals.addOther('signature', label || 'Firma')
      proposal.places.push({ place: rule?.place ?? 0, before: '', text: label || 'Firma', after: '' })
      this.#show(rule?.place ?? 0, 'text', [{ text, proposal: proposal.id }])
      // A signature without text is not printed.
      lines.push(this.#proposals.addSlotOf(proposal, 'open', text, rest.length ? '' : '\nFirma'))
      for (const { inlines, place } of rest) lines.push(this.#writeInlines(inlines, place, { kind: 'text' }))
      lines.push(this.#proposals.addSlotOf(proposal, 'close', ''))
    }
    this.#lists.interrupt()
    this.#addBlock(lines.filter(Boolean).join('\n'))
  }

  #writeTable(table: WordTable): void {
    if (isSignatureTable(table)) {
      const { columns } = createTableGrid(table, new OmittedItemList())
      this.#writeSignatures(getSignatureColumns(columns))
      return
    }
    this.#lists.interrupt()
    this.#tables++
    const grid = createTableGrid(table, this.#omittedItems)
    const label = this.#labelTable()
    const { tag, aligns } = getColumnSettings(table, grid)
    const empty = findEmptyTableRows(grid)
    const rows = grid.rows.flatMap((cells, row) => {
      if (!empty || row < empty.from || row >= empty.to) return this.#writeRow(cells, row, grid, aligns)
      return row === empty.from
        ? this.#writeEmptyRows(grid.rows.slice(row, empty.to), empty.columns, { place: table.place, label, from: row })
        : []
    })
    const header = grid.hasHeader ? [] : [`|${' |'.repeat(grid.width)}`]
    this.#addBlock([...(tag ? [tag] : []), ...header, ...rows].join('\n'))
  }

  /** Writes empty rows as a table field; if its proposal is dismissed, as they are. */
  #writeEmptyRows(
    rows: readonly GridCell[][],
    columns: FieldGuess[],
    { place, label, from }: { place: number; label: string; from: number },
  ): string {
    const proposal = this.#proposals.addTable(label, columns, rows[0]?.[0]?.place ?? place)
    const lines = rows.map(
      (cells) => `|${cells.map((cell) => ` ${getGridCellText(cell)} |`.replace(/^ +\|$/, ' |')).join('')}`,
    )
    rows.forEach((cells, row) => {
      cells.forEach((cell, column) => {
        this.#cell = { table: this.#tables, row: from + row, column, span: 1 }
        this.#show(cell.place, 'cell', [{ text: getGridCellText(cell), proposal: proposal.id }])
      })
    })
    return this.#proposals.addSlotOf(proposal, 'rows', lines.join('\n'))
  }

  /** Returns the label of a table field: the short text before the table. */
  #labelTable(): string {
    const before = this.original.at(-1)
    const label = before && before.kind !== 'cell' ? toFieldLabel(getOriginalText(before)) : ''
    return /\p{L}{3}/u.test(label) && label.length <= 40 ? label : 'Filas'
  }

  #writeRow(
    cells: readonly GridCell[],
    row: number,
    { rows, hasHeader }: WordTableGrid,
    aligns: readonly TextAlignment[],
  ): string {
    const texts = cells.map(({ lines, place, covered, span, align }, column) => {
      if (covered === 'left') return null
      this.#cell = { table: this.#tables, row, column, span }
      const label = describeCell(rows, row, column, hasHeader)
      const written = lines.map(({ inlines, place: at }) =>
        this.#writeInlines(inlines, at, { kind: 'cell', cell: label, single: true }),
      )
      const text = written.filter(Boolean).join(' ')
      const tags = span > 1 ? [`{{${span} columnas}}`] : []
      if (text && align && align !== aligns[column]) tags.push(alignmentTags[align])
      const shown = [...tags, text].filter(Boolean).join(' ')
      // In a table with a header, an empty cell is left empty and does not become a field.
      if (text || covered || !label || hasHeader) return shown
      const slot = this.#proposals.addEmptyCell(label, place)
      const proposal = this.#proposals.slots.at(-1) as BlankPosition
      this.#show(place, 'cell', [{ text: '', proposal: proposal.proposal }])
      return [...tags, slot].join(' ')
    })
    const shown = texts.filter((text) => text !== null)
    return `|${shown.map((text) => (text ? ` ${text} |` : ' |')).join('')}`
  }

  /** Writes a paragraph as markup; records its blanks and its text for the original-text pane. */
  #writeInlines(
    inlines: readonly Inline[],
    place: number,
    around: Surroundings,
    ordinal?: string,
    marker = '',
  ): string {
    const paragraph = joinInlines(inlines, place, this.#omittedItems)
    if (!paragraph.text.trim()) return ''
    const blanks = findBlanks(paragraph)
    const slots = this.#proposals.addParagraph(paragraph, blanks, place, around.cell)
    if (ordinal) this.#addTypedClause(paragraph, blanks, slots, ordinal, place)
    this.#show(place, around.kind, this.#toSegments(paragraph, blanks, slots, marker))
    const { marks, single = false, tabs: stops = [] } = around
    const tabs = renderTabStopTags(stops, this.#measure)
    return writeLine(paragraph, blanks, slots, place, this.#omittedItems, { ...(marks && { marks }), single, tabs })
  }

  #addTypedClause(paragraph: ParagraphText, blanks: Blank[], slots: string[], ordinal: string, place: number): void {
    this.#clauses ??= this.#proposals.addOther('clause', 'Numeración de las cláusulas')
    const from = paragraph.text.indexOf(ordinal)
    this.#clauses.places.push({
      place,
      before: '',
      text: ordinal,
      after: paragraph.text.slice(from + ordinal.length, from + 60),
    })
    blanks.unshift({
      from,
      to: from + ordinal.length,
      name: '',
      role: 'plain',
      meaning: null,
      first: from,
      contextEnd: from,
      contextStart: from + ordinal.length,
      lead: '',
    })
    slots.unshift(this.#proposals.addSlotOf(this.#clauses, 'clause', ordinal))
  }

  #toSegments(
    paragraph: ParagraphText,
    blanks: readonly Blank[],
    slots: readonly string[],
    marker: string,
  ): OriginalSegment[] {
    const segments: OriginalSegment[] = marker ? [{ text: `${marker} `, proposal: null }] : []
    let at = 0
    blanks.forEach(({ from, to }, index) => {
      if (from > at) segments.push({ text: getOriginalRange(paragraph, at, from), proposal: null })
      const slot = this.#proposals.slots[Number(slots[index]?.slice(1, -1))]
      segments.push({ text: getOriginalRange(paragraph, from, to), proposal: slot?.proposal ?? null })
      at = to
    })
    if (at < paragraph.text.length)
      segments.push({ text: getOriginalRange(paragraph, at, paragraph.text.length), proposal: null })
    return segments
  }

  #show(place: number, kind: OriginalParagraph['kind'], segments: OriginalSegment[]): void {
    this.original.push({ place, kind, segments, cell: kind === 'cell' ? this.#cell : null })
  }

  #addBlock(text: string): void {
    if (!text) return
    if (this.lines.length) this.lines.push('')
    this.lines.push(text)
  }
}

const formatMarkers = (markers: readonly string[]) => markers.slice(0, 6).join('  ')

function isListItem(block: WordBlock | undefined): boolean {
  return block?.kind === 'paragraph' && block.marker !== null && !block.marker.ordinal && block.heading === 0
}

/** Returns the label of an empty cell: its column's header and its row's name, otherwise the cell to its left. */
function describeCell(rows: readonly GridCell[][], row: number, column: number, hasHeader: boolean): string {
  const left = column > 0 ? cellLabel(rows[row]?.[hasHeader ? 0 : column - 1]) : ''
  const above = hasHeader && row > 0 ? cellLabel(rows[0]?.[column]) : ''
  return above && left ? `${above} (${left})` : above || left
}

function cellLabel(cell: GridCell | undefined): string {
  const text =
    cell?.lines
      .map(({ inlines }) => inlines.map((one) => (one.kind === 'text' ? one.text : '_')).join(''))
      .join(' ')
      .trim() ?? ''
  return /\p{L}{2}/u.test(text) && text.length <= 80 && !/[_☐\u2026]|\.{4}|\[/.test(text) ? text.replace(/:$/, '') : ''
}
