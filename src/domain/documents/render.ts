import { errorMessages } from '../errors.ts'
import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import {
  type Block,
  type ListItem,
  numberListItems,
  type SignaturesBlock,
  type TableBlock,
  type TableCell,
  type TextAlignment,
} from './blocks.ts'
import { DocumentTooLargeError, type ExpandedLine, expandTemplate, type TextPiece } from './expand.ts'
import type { ListItemTag } from './list-marker.ts'
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

/** Renders a template body with its values, also computed ones, to blocks. Markup in values is not parsed. Throws `DocumentTooLargeError`. */
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

/** Maximum number of columns, far more than fit on a page. */
const maxColumns = 500

/** Template line that starts with `|` and is therefore a table row. */
interface TableTemplateLine {
  pieces: TextPiece[]
  repeated: boolean
}

interface TemplateCell {
  pieces: TextPiece[]
  span: number
  align?: TextAlignment
}

function buildTable(lines: readonly TableTemplateLine[], looks: readonly TableColumnSettings[]): Block {
  const all = lines
    .map(({ pieces, repeated }) => ({ cells: splitCells(pieces), repeated }))
    .filter(({ cells }) => !cells.every(isSeparatorCell))
  const width = Math.max(...all.map(({ cells }) => countColumns(cells)))
  if (width > maxColumns) throw new DocumentTooLargeError()
  const columns = Array.from({ length: width }, (_, index) => index)
  const [first, ...rest] = all
  const rows = rest.map(({ cells }) => toCells(cells, width))
  const header = toCells(first?.cells ?? [], width)
  const numeric = detectAlignments(
    rest.map(({ cells }) => cells),
    width,
  )
  const align = columns.map((index) => looks[index]?.align ?? numeric[index] ?? 'start')
  const lastRepeated = all.map(({ repeated }) => repeated).lastIndexOf(true)
  const table: TableBlock = {
    kind: 'table',
    header: header.some(({ runs }) => runs.length) ? header : null,
    rows,
    align,
    totals: lastRepeated > 0 ? all.length - 1 - lastRepeated : 0,
  }
  const shares = columns.map((index) => looks[index]?.share ?? null)
  return shares.some((share) => share !== null) ? { ...table, shares } : table
}

/** Splits a line at each `|` of the template text. A `|` in a value does not separate cells. */
function splitCells(line: readonly TextPiece[]): TemplateCell[] {
  const cells: TextPiece[][] = []
  for (const piece of line) {
    const parts = piece.literal ? piece.text.split('|') : [piece.text]
    parts.forEach((text, index) => {
      if (index || !cells.length) cells.push([])
      if (text || piece.missing !== undefined || piece.toggles || piece.align || piece.span)
        cells.at(-1)?.push({ ...piece, text })
    })
  }
  const open = cells.slice(1).map(toTemplateCell)
  return open.at(-1)?.pieces.some(isVisibleTextPiece) ? open : open.slice(0, -1)
}

function toTemplateCell(pieces: readonly TextPiece[]): TemplateCell {
  const at = pieces.findLastIndex((piece) => piece.align || piece.span)
  if (at < 0) return { pieces: trimTextPieces(pieces), span: 1 }
  const align = pieces.find((piece) => piece.align)?.align
  const span = pieces.find((piece) => piece.span)?.span ?? 1
  // Drops the spaces between the tags of the cell.
  const text = [...pieces.slice(0, at).filter(isVisibleTextPiece), ...pieces.slice(at + 1)]
  return { pieces: getVisibleTextPieces({ pieces: text }), span, ...(align && { align }) }
}

function countColumns(cells: readonly TemplateCell[]): number {
  let count = 0
  for (let at = 0; at < cells.length; at++) count += (cells[at] as TemplateCell).span
  return count
}

/** Converts the cells of a row. Adds empty cells, so that the row spans `width` columns. */
function toCells(cells: readonly TemplateCell[], width: number): TableCell[] {
  const row: TableCell[] = []
  for (let at = 0; at < cells.length; at++) {
    const { pieces, span, align } = cells[at] as TemplateCell
    const cell: TableCell = { runs: toTextRuns(pieces) }
    if (span > 1) cell.span = span
    if (align) cell.align = align
    row.push(cell)
  }
  for (let column = countColumns(cells); column < width; column++) row.push({ runs: [] })
  return row
}

/** Returns whether a cell belongs to a Markdown separator row such as `|---|:--:|`. These rows are dropped. */
function isSeparatorCell({ pieces }: TemplateCell) {
  return pieces.length === 1 && pieces[0]?.literal === true && /^:?-{2,}:?$/.test(pieces[0].text)
}

/** Returns the alignment of each column by its values. Ignores merged cells. */
function detectAlignments(rows: readonly TemplateCell[][], width: number): TextAlignment[] {
  const columns: TextPiece[][][] = Array.from({ length: width }, () => [])
  for (const cells of rows) {
    let column = 0
    for (const { pieces, span } of cells) {
      if (span === 1) columns[column]?.push(pieces)
      column += span
    }
  }
  return columns.map(detectAlignment)
}

function detectAlignment(cells: readonly TextPiece[][]): TextAlignment {
  const values = cells.map((cell) => cell.filter((piece) => piece.key !== undefined)).filter((found) => found.length)
  return values.length && values.every((found) => found.length === 1 && found[0]?.numeric) ? 'end' : 'start'
}
