import { type Blank, findBlanks } from './blanks.ts'
import { type DocumentOutline, readOutline } from './document-outline.ts'
import { LeftOutList } from './left-out.ts'
import { writeLine } from './line-markup.ts'
import { canUseListTags, getListTag } from './list-markup.ts'
import type { OriginalParagraph, OriginalSegment } from './original-text.ts'
import { joinInlines, type ParagraphText, prependMarker, splitAtPageBreaks } from './paragraph-text.ts'
import { getOriginalRange, type ProposalCollector, type Slot } from './proposals.ts'
import { findSignatures, isSignatureTable } from './signature-lines.ts'
import { createTableGrid, type GridCell, getColumnSettings } from './table-grid.ts'
import { alignmentTags } from './unsupported.ts'
import type { Inline, WordBlock, WordParagraph, WordTable } from './word-blocks.ts'

/** Texts around a paragraph that describe its blanks. */
interface Surroundings {
  kind: OriginalParagraph['kind']
  /** Label in the table cell to the left. */
  cell?: string
  styled?: boolean
  single?: boolean
}

/**
 * Converts the blocks of a Word document to the markup of a body. Each blank becomes a slot. The user's decisions
 * determine the slot's text later.
 */
export class BodyWriter {
  readonly lines: string[] = []
  readonly original: OriginalParagraph[] = []
  readonly #proposals: ProposalCollector
  readonly #leftOut: LeftOutList
  #outline: DocumentOutline = readOutline([])
  #clauses: ReturnType<ProposalCollector['addOther']> | null = null

  constructor(proposals: ProposalCollector, leftOut: LeftOutList) {
    this.#proposals = proposals
    this.#leftOut = leftOut
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
    if (breaksPage && this.lines.length) this.#addBlock('{{nueva página}}')
    const parts = splitAtPageBreaks(prependMarker(paragraph, this.#outline.usesClauses))
    parts.forEach((inlines, index) => {
      if (index > 0) this.#addBlock('{{nueva página}}')
      const ordinal = index === 0 ? this.#outline.typedClauses.get(paragraph) : undefined
      const isHeading = heading > 0 && !marker?.ordinal
      const kind = isHeading ? 'heading' : marker ? 'item' : 'text'
      const line = this.#writeInlines(inlines, place, { kind, styled: !isHeading, single: isHeading }, ordinal)
      if (!line) return
      this.#addBlock(isHeading ? `${'#'.repeat(heading)} ${line}` : alignmentTags[align] + line)
    })
  }

  #writeList(items: readonly WordParagraph[]): void {
    const usesTags = canUseListTags(items)
    const first = items[0] as WordParagraph
    const isFlat = items.every(({ marker }) => marker?.level === first.marker?.level)
    const written = items.flatMap((item) => {
      const parts = splitAtPageBreaks(usesTags ? item.inlines : prependMarker(item, false))
      const { marker } = item
      const lines = parts.map((inlines, index) =>
        this.#writeInlines(
          inlines,
          item.place,
          { kind: 'item' },
          undefined,
          index === 0 && usesTags ? marker?.text : '',
        ),
      )
      const text = lines.filter(Boolean).join('\n')
      if (!text && usesTags) return []
      return usesTags && marker ? `${getListTag(marker)} ${text}` : text
    })
    if (!usesTags || !isFlat) {
      const shown = items.map(({ marker }) => marker?.text ?? '').slice(0, 6)
      this.#leftOut.add('list', first.place, shown.join('  '))
    }
    this.#addBlock(written.filter(Boolean).join('\n'))
  }

  #writeSignatures(entries: readonly (readonly { inlines: Inline[]; place: number }[])[]): void {
    const lines: string[] = []
    for (const entry of entries) {
      const [rule, ...rest] = entry
      const text = rule ? joinInlines(rule.inlines, rule.place, this.#leftOut).text.trim() : ''
      const name = rest[0] ? joinInlines(rest[0].inlines, rest[0].place, this.#leftOut) : null
      const label = name ? getOriginalRange(name, 0, name.text.length).trim().slice(0, 80) : ''
      const proposal = this.#proposals.addOther('signature', label || 'Firma')
      proposal.places.push({ place: rule?.place ?? 0, before: '', text: label || 'Firma', after: '' })
      this.original.push({ place: rule?.place ?? 0, kind: 'text', segments: [{ text, proposal: proposal.id }] })
      lines.push(this.#proposals.addSlotOf(proposal, 'open', text))
      for (const { inlines, place } of rest) lines.push(this.#writeInlines(inlines, place, { kind: 'text' }))
      lines.push(this.#proposals.addSlotOf(proposal, 'close', ''))
    }
    this.#addBlock(lines.filter(Boolean).join('\n'))
  }

  #writeTable(table: WordTable): void {
    if (isSignatureTable(table)) {
      const { columns } = createTableGrid(table, new LeftOutList())
      this.#writeSignatures(columns.map((cells) => cells.flatMap(({ lines }) => lines)).filter((lines) => lines.length))
      return
    }
    const grid = createTableGrid(table, this.#leftOut)
    const rows = grid.rows.map((cells, row) => this.#writeRow(cells, row, grid.rows, grid.hasHeader))
    const header = grid.hasHeader ? [] : [`|${' |'.repeat(grid.width)}`]
    const settings = getColumnSettings(table, grid)
    this.#addBlock([...(settings ? [settings] : []), ...header, ...rows].join('\n'))
  }

  #writeRow(cells: readonly GridCell[], row: number, rows: readonly GridCell[][], hasHeader: boolean): string {
    const texts = cells.map(({ lines, place, isCovered }, column) => {
      const label = describeCell(rows, row, column, hasHeader)
      const written = lines.map(({ inlines, place: at }) =>
        this.#writeInlines(inlines, at, { kind: 'cell', cell: label, single: true }),
      )
      const text = written.filter(Boolean).join(' ')
      // In a table with a header, an empty cell is left empty and does not become a field.
      if (text || isCovered || !label || hasHeader) return text
      const slot = this.#proposals.addEmptyCell(label, place)
      const proposal = this.#proposals.slots.at(-1) as Slot
      this.original.push({ place, kind: 'cell', segments: [{ text: '', proposal: proposal.proposal }] })
      return slot
    })
    return `| ${texts.join(' | ')} |`
  }

  /**
   * Writes the text of a paragraph as markup; records its blanks as proposals and its text for the original-text pane.
   */
  #writeInlines(
    inlines: readonly Inline[],
    place: number,
    around: Surroundings,
    ordinal?: string,
    marker = '',
  ): string {
    const paragraph = joinInlines(inlines, place, this.#leftOut)
    if (!paragraph.text.trim()) return ''
    const blanks = findBlanks(paragraph)
    const slots = this.#proposals.addParagraph(paragraph, blanks, place, around.cell)
    if (ordinal) this.#addTypedClause(paragraph, blanks, slots, ordinal, place)
    this.original.push({ place, kind: around.kind, segments: this.#toSegments(paragraph, blanks, slots, marker) })
    const { styled = true, single = false } = around
    return writeLine(paragraph, blanks, slots, place, this.#leftOut, { styled, single })
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

  #addBlock(text: string): void {
    if (!text) return
    if (this.lines.length) this.lines.push('')
    this.lines.push(text)
  }
}

function isListItem(block: WordBlock | undefined): boolean {
  return block?.kind === 'paragraph' && block.marker !== null && !block.marker.ordinal && block.heading === 0
}

/**
 * Returns the label of an empty cell: the header of its column and the name of its row, otherwise the cell to its left.
 */
function describeCell(rows: readonly GridCell[][], row: number, column: number, hasHeader: boolean): string {
  const left = column > 0 ? cellLabel(rows[row]?.[hasHeader ? 0 : column - 1]) : ''
  const above = hasHeader && row > 0 ? cellLabel(rows[0]?.[column]) : ''
  return above && left ? `${above} (${left})` : above || left
}

/** Returns the text of a cell if it can label the empty cell to its right. */
function cellLabel(cell: GridCell | undefined): string {
  const text =
    cell?.lines
      .map(({ inlines }) => inlines.map((one) => (one.kind === 'text' ? one.text : '_')).join(''))
      .join(' ')
      .trim() ?? ''
  return /\p{L}{2}/u.test(text) && text.length <= 80 && !/[_☐\u2026]|\.{4}|\[/.test(text) ? text.replace(/:$/, '') : ''
}
