import { errorMessages } from '../errors.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import type { Block, SignaturesBlock } from './blocks.ts'
import { DocumentTooLarge, type ExpandedLine, expand, type Piece } from './expand.ts'
import { isSeen, linePieces, runsOf } from './pieces.ts'
import { type TableLine, tableOf } from './table-rows.ts'
import type { ColumnLook, Command, ListMark } from './tags.ts'
import { parseTemplate } from './template.ts'

/** Renders a body for the screen; a document that exceeds the budget becomes one paragraph with the error message. */
export function preview(...words: Parameters<typeof render>): Block[] {
  try {
    return render(...words)
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    return [{ kind: 'paragraph', runs: [{ text: errorMessages[error.message], bold: true }] }]
  }
}

/**
 * Renders a body with its values to blocks. `values` must include computed values; values are never parsed as markup.
 * Throws `DocumentTooLarge`.
 */
export function render(
  body: string,
  fields: readonly Field[],
  values: Values,
  organisation = '',
  notation?: Notation,
): Block[] {
  const writer = new Writer()
  const lines = expand(parseTemplate(body).nodes, fields, values, organisation, notation)
  // Indexed loop, because goja allocates an object per step of any other loop.
  for (let at = 0; at < lines.length; at++) writer.take(lines[at] as ExpandedLine)
  writer.end()
  return writer.blocks
}

/** Collects template lines into blocks; a block is added when it is complete. */
class Writer {
  readonly blocks: Block[] = []
  private paragraph: Piece[] = []
  private table: TableLine[] = []
  private list: { mark: ListMark; items: Piece[][] } | null = null
  /** Column settings for the next table. */
  private columns: ColumnLook[] = []
  private at = { together: 0, signature: 0 }

  take(line: ExpandedLine) {
    const { together, signature, command } = line
    if (together !== this.at.together || signature !== this.at.signature) this.end()
    const opens = signature !== this.at.signature
    this.at = { together, signature }
    if (command) this.obey(command)
    else if (signature) this.sign(linePieces(line), opens)
    else this.write(line)
  }

  end() {
    if (this.paragraph.length) this.put({ kind: 'paragraph', runs: runsOf(this.paragraph) })
    if (this.list) this.put({ kind: 'list', mark: this.list.mark, items: this.list.items.map(runsOf) })
    if (this.table.length) {
      this.put(tableOf(this.table, this.columns))
      this.columns = []
    }
    this.paragraph = []
    this.table = []
    this.list = null
  }

  private put(block: Block) {
    this.blocks.push(this.at.together ? { ...block, together: this.at.together } : block)
  }

  private obey(command: Command) {
    this.end()
    if (command.name === 'page') this.put({ kind: 'page' })
    else if (command.name === 'columns') this.columns = command.columns
    else {
      const lines = command.text ? [[{ text: command.text, bold: false }]] : []
      this.put({ kind: 'signatures', entries: lines.length ? [{ lines }] : [], place: true })
    }
  }

  /** Appends a signature line; consecutive signatures form one block. */
  private sign(pieces: Piece[], opens: boolean) {
    const before = this.blocks.at(-1)
    const block: SignaturesBlock =
      before?.kind === 'signatures' && !before.place ? before : { kind: 'signatures', entries: [] }
    if (block !== before) this.put(block)
    const entries = (this.blocks.at(-1) as SignaturesBlock).entries
    if (opens) entries.push({ lines: [] })
    if (pieces.some(isSeen)) entries.at(-1)?.lines.push(runsOf(pieces))
  }

  private write(line: ExpandedLine) {
    const pieces = linePieces(line)
    const item = line.pieces.find((piece) => piece.item)?.item
    const start = pieces[0]?.literal ? pieces[0].text : ''
    const heading = /^(#{1,2})\s+/.exec(start)
    if (!pieces.some(isSeen)) {
      // A line emptied by a hidden section is no blank line, so it does not end the paragraph.
      if (!item && line.pieces.every((piece) => piece.literal)) this.end()
    } else if (item) {
      if (this.list?.mark !== item) this.end()
      this.list ??= { mark: item, items: [] }
      this.list.items.push(pieces)
    } else if (heading) {
      this.end()
      const runs = runsOf([{ text: start.slice(heading[0].length), literal: true }, ...pieces.slice(1)])
      this.put({ kind: 'heading', level: heading[1] === '#' ? 1 : 2, runs })
    } else if (start.startsWith('|')) {
      if (!this.table.length) this.end()
      this.table.push({ pieces, repeated: line.repeated })
    } else {
      if (this.table.length) this.end()
      const whole = this.list?.items.at(-1) ?? this.paragraph
      if (whole.length) whole.push({ text: '\n', literal: true })
      for (let at = 0; at < pieces.length; at++) whole.push(pieces[at] as Piece)
    }
  }
}
