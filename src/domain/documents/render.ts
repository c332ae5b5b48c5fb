import { errorMessages } from '../errors.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import { type Block, type ListItem, numberListItems, type SignaturesBlock, type TextAlignment } from './blocks.ts'
import { DocumentTooLargeError, type ExpandedLine, expandTemplate, type TextPiece } from './expand.ts'
import type { ListItemTag } from './list-marker.ts'
import { buildTable, type TableTemplateLine } from './table-rows.ts'
import { parseTemplate } from './template.ts'
import type { TableColumnSettings, TemplateCommand } from './template-tag.ts'
import { getVisibleTextPieces, isVisibleTextPiece, toTextRuns, trimTextPieces } from './text-pieces.ts'
import { splitTypedLists } from './typed-lists.ts'

/** Renders a template body for the screen. If the document is too large, returns one paragraph with the error message. */
export function renderPreview(...words: Parameters<typeof renderBlocks>): Block[] {
  try {
    return renderBlocks(...words)
  } catch (error) {
    if (!(error instanceof DocumentTooLargeError)) throw error
    return [{ kind: 'paragraph', runs: [{ text: errorMessages[error.message], bold: true }] }]
  }
}

/**
 * Renders a template body with its values to blocks. `values` must include computed values. Markup in values is not parsed. Throws
 * `DocumentTooLargeError`.
 */
export function renderBlocks(
  body: string,
  fields: readonly Field[],
  values: Values,
  organisation = '',
  notation?: Notation,
): Block[] {
  const writer = new Writer()
  const lines = expandTemplate(parseTemplate(body).nodes, fields, values, organisation, notation)
  // Uses an index, because goja allocates an object per iteration of any other loop.
  for (let at = 0; at < lines.length; at++) writer.take(lines[at] as ExpandedLine)
  writer.end()
  return numberListItems(writer.blocks)
}

/** Collects expanded lines into blocks. Adds a block when it is complete. */
class Writer {
  readonly blocks: Block[] = []
  private paragraph: TextPiece[] = []
  private table: TableTemplateLine[] = []
  private align: TextAlignment | undefined
  private list: { tag: ListItemTag; pieces: TextPiece[] }[] = []
  /** Marker of the current list's items of level 0. */
  private outerMarker = ''
  private columns: TableColumnSettings[] = []
  private at = { together: 0, signature: 0 }

  take(line: ExpandedLine) {
    const { together, signature, command } = line
    if (together !== this.at.together || signature !== this.at.signature) this.end()
    const opens = signature !== this.at.signature
    this.at = { together, signature }
    if (command) this.obey(command)
    else if (signature) this.sign(getVisibleTextPieces(line), opens)
    else this.write(line)
  }

  end() {
    if (this.paragraph.length) {
      const align = this.align && { align: this.align }
      const paragraph = { kind: 'paragraph', ...align, runs: toTextRuns(this.paragraph) } as const
      for (const block of splitTypedLists(paragraph)) this.put(block)
    }
    if (this.list.length) this.put({ kind: 'list', items: this.list.map(toListItem) })
    if (this.table.length) {
      this.put(buildTable(this.table, this.columns))
      this.columns = []
    }
    this.paragraph = []
    this.table = []
    this.list = []
    this.outerMarker = ''
  }

  private put(block: Block) {
    this.blocks.push(this.at.together ? { ...block, together: this.at.together } : block)
  }

  private obey(command: TemplateCommand) {
    this.end()
    if (command.name === 'page') this.put({ kind: 'page' })
    else if (command.name === 'columns') this.columns = command.columns
    else {
      const lines = command.text ? [[{ text: command.text, bold: false }]] : []
      this.put({ kind: 'signatures', entries: lines.length ? [{ lines }] : [], place: true })
    }
  }

  /** Adds a line to a signature. Consecutive signatures are in one block. */
  private sign(pieces: TextPiece[], opens: boolean) {
    const before = this.blocks.at(-1)
    const block: SignaturesBlock =
      before?.kind === 'signatures' && !before.place ? before : { kind: 'signatures', entries: [] }
    if (block !== before) this.put(block)
    const entries = (this.blocks.at(-1) as SignaturesBlock).entries
    if (opens) entries.push({ lines: [] })
    if (pieces.some(isVisibleTextPiece)) entries.at(-1)?.lines.push(toTextRuns(pieces))
  }

  private write(line: ExpandedLine) {
    const pieces = getVisibleTextPieces(line)
    const item = line.pieces.find((piece) => piece.item)?.item
    const align = line.pieces.find((piece) => piece.align)?.align
    const start = pieces[0]?.literal ? pieces[0].text : ''
    const heading = /^(#{1,2})\s+/.exec(start)
    if (!pieces.some(isVisibleTextPiece)) {
      // Ends the paragraph at a blank line, but not at a line that is empty because its section is hidden.
      if (!item && line.pieces.every((piece) => piece.literal)) this.end()
    } else if (item) {
      const changes = item.level === 0 && this.outerMarker !== '' && this.outerMarker !== item.marker
      if (!this.list.length || changes) this.end()
      if (item.level === 0) this.outerMarker = item.marker
      this.list.push({ tag: item, pieces })
    } else if (heading) {
      this.end()
      const rest = start.slice(heading[0].length)
      const text = trimTextPieces([...(rest ? [{ text: rest, literal: true }] : []), ...pieces.slice(1)])
      const level = heading[1] === '#' ? 1 : 2
      this.put({ kind: 'heading', level, ...(align && { align }), runs: toTextRuns(text) })
    } else if (start.startsWith('|')) {
      if (!this.table.length) this.end()
      this.table.push(line)
    } else {
      if (this.table.length || (this.list.length ? align : align !== this.align)) this.end()
      this.align = align
      const whole = this.list.at(-1)?.pieces ?? this.paragraph
      if (whole.length) whole.push({ text: '\n', literal: true })
      for (let at = 0; at < pieces.length; at++) whole.push(pieces[at] as TextPiece)
    }
  }
}

function toListItem({ tag, pieces }: { tag: ListItemTag; pieces: TextPiece[] }): ListItem {
  return { tag, marker: '', runs: toTextRuns(pieces) }
}
