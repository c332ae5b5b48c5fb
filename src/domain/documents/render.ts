import { errorMessages } from '../errors.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import type { Block, SignaturesBlock } from './blocks.ts'
import { DocumentTooLargeError, type ExpandedLine, expandTemplate, type TextPiece } from './expand.ts'
import { buildTable, type TableTemplateLine } from './table-rows.ts'
import { parseTemplate } from './template.ts'
import type { ListMarker, TableColumnSettings, TemplateCommand } from './template-tag.ts'
import { getVisibleTextPieces, isVisibleTextPiece, toTextRuns } from './text-pieces.ts'

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
  return writer.blocks
}

/** Collects expanded lines into blocks. Adds a block when it is complete. */
class Writer {
  readonly blocks: Block[] = []
  private paragraph: TextPiece[] = []
  private table: TableTemplateLine[] = []
  private list: { mark: ListMarker; items: TextPiece[][] } | null = null
  /** Column settings for the next table. */
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
    if (this.paragraph.length) this.put({ kind: 'paragraph', runs: toTextRuns(this.paragraph) })
    if (this.list) this.put({ kind: 'list', mark: this.list.mark, items: this.list.items.map(toTextRuns) })
    if (this.table.length) {
      this.put(buildTable(this.table, this.columns))
      this.columns = []
    }
    this.paragraph = []
    this.table = []
    this.list = null
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
    const start = pieces[0]?.literal ? pieces[0].text : ''
    const heading = /^(#{1,2})\s+/.exec(start)
    if (!pieces.some(isVisibleTextPiece)) {
      // Ends the paragraph at a blank line. A line that a hidden section left empty is not a blank line.
      if (!item && line.pieces.every((piece) => piece.literal)) this.end()
    } else if (item) {
      if (this.list?.mark !== item) this.end()
      this.list ??= { mark: item, items: [] }
      this.list.items.push(pieces)
    } else if (heading) {
      this.end()
      const runs = toTextRuns([{ text: start.slice(heading[0].length), literal: true }, ...pieces.slice(1)])
      this.put({ kind: 'heading', level: heading[1] === '#' ? 1 : 2, runs })
    } else if (start.startsWith('|')) {
      if (!this.table.length) this.end()
      this.table.push({ pieces, repeated: line.repeated })
    } else {
      if (this.table.length) this.end()
      const whole = this.list?.items.at(-1) ?? this.paragraph
      if (whole.length) whole.push({ text: '\n', literal: true })
      for (let at = 0; at < pieces.length; at++) whole.push(pieces[at] as TextPiece)
    }
  }
}
