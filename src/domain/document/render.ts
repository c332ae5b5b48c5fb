import { errors } from '../errors.ts'
import type { Field, Values } from '../field.ts'
import type { Align, Block, Run, SignaturesBlock, TableBlock } from './blocks.ts'
import { DocumentTooLarge, type ExpandedLine, expand, type Piece } from './expand.ts'
import type { ColumnLook, Command, ListMark } from './tags.ts'
import { parseTemplate } from './template.ts'

/** As `render`, for a screen: of a document past the budget the sentence that says so. */
export function preview(body: string, fields: readonly Field[], values: Values, organisation?: string): Block[] {
  try {
    return render(body, fields, values, organisation)
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    return [{ kind: 'paragraph', runs: [{ text: errors[error.message], bold: true }] }]
  }
}

/** A body with its values, as blocks; throws `DocumentTooLarge`. `values` hold the computed ones too; a value is never read as markup. */
export function render(body: string, fields: readonly Field[], values: Values, organisation = ''): Block[] {
  const writer = new Writer()
  for (const line of expand(parseTemplate(body).nodes, fields, values, organisation)) writer.take(line)
  writer.end()
  return writer.blocks
}

/** Gathers lines until the block that they make is whole. */
class Writer {
  readonly blocks: Block[] = []
  private paragraph: Piece[] = []
  private table: Row[] = []
  private list: { mark: ListMark; items: Piece[][] } | null = null
  /** For the next table. */
  private columns: ColumnLook[] = []
  private at = { together: 0, signature: 0 }

  take(line: ExpandedLine) {
    const { together, signature, command } = line
    if (together !== this.at.together || signature !== this.at.signature) this.end()
    const opens = signature !== this.at.signature
    this.at = { together, signature }
    if (command) this.obey(command)
    else if (signature) this.sign(piecesOf(line), opens)
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

  /** SignaturesBlock that follow each other are one block. */
  private sign(pieces: Piece[], opens: boolean) {
    const before = this.blocks.at(-1)
    const block: SignaturesBlock =
      before?.kind === 'signatures' && !before.place ? before : { kind: 'signatures', entries: [] }
    if (block !== before) this.put(block)
    const entries = (this.blocks.at(-1) as SignaturesBlock).entries
    if (opens) entries.push({ lines: [] })
    if (pieces.some(isVisible)) entries.at(-1)?.lines.push(runsOf(pieces))
  }

  private write(line: ExpandedLine) {
    const pieces = piecesOf(line)
    const item = line.pieces.find((piece) => piece.item)?.item
    const start = pieces[0]?.literal ? pieces[0].text : ''
    const heading = /^(#{1,2})\s+/.exec(start)
    if (!pieces.some(isVisible)) {
      // A line emptied by a section that does not show is no blank line of the author's.
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
      whole.push(...pieces)
    }
  }
}

interface Row {
  pieces: Piece[]
  repeated: boolean
}

function piecesOf(line: ExpandedLine): Piece[] {
  return trimmed(line.pieces.filter((piece) => piece.text || piece.missing !== undefined))
}

function isVisible(piece: Piece) {
  return piece.text.trim() !== '' || piece.missing !== undefined
}

function trimmed(line: readonly Piece[]): Piece[] {
  return line.map((piece, index) => {
    if (!piece.literal || (index > 0 && index < line.length - 1)) return piece
    const text = index === 0 ? piece.text.trimStart() : piece.text
    return { text: index === line.length - 1 ? text.trimEnd() : text, literal: true }
  })
}

/** Pairs of `**` in the author's own text switch bold; one without its pair stays as it is. */
function runsOf(line: readonly Piece[]): Run[] {
  const marks = line.reduce((sum, { literal, text }) => sum + (literal ? text.split('**').length - 1 : 0), 0)
  let left = marks - (marks % 2)
  let bold = false
  const runs: Run[] = []
  for (const { text, literal, key, missing } of line) {
    if (!literal) {
      if (missing !== undefined) runs.push({ text, bold, key, missing })
      else if (text) runs.push({ text, bold, key })
      continue
    }
    if (!marks) {
      if (text) runs.push({ text, bold })
      continue
    }
    text.split('**').forEach((part, index) => {
      const paired = index > 0 && left > 0
      if (paired) {
        bold = !bold
        left--
      }
      const said = index > 0 && !paired ? `**${part}` : part
      if (said) runs.push({ text: said, bold })
    })
  }
  return runs
}

function tableOf(lines: readonly Row[], looks: readonly ColumnLook[]): Block {
  const all = lines
    .map(({ pieces, repeated }) => ({ cells: cellsOf(pieces), repeated }))
    .filter(({ cells }) => !cells.every(isRule))
  const width = Math.max(...all.map(({ cells }) => cells.length))
  const columns = Array.from({ length: width }, (_, index) => index)
  const [first, ...rest] = all
  const rows = rest.map(({ cells }) => columns.map((index) => runsOf(cells[index] ?? [])))
  const header = columns.map((index) => runsOf(first?.cells[index] ?? []))
  const numeric = columns.map((index) => alignOf(rest.map(({ cells }) => cells[index] ?? [])))
  const align = columns.map((index) => looks[index]?.align ?? numeric[index] ?? 'start')
  const lastRepeated = all.map(({ repeated }) => repeated).lastIndexOf(true)
  const table: TableBlock = {
    kind: 'table',
    header: header.some((runs) => runs.length) ? header : null,
    rows,
    align,
    totals: lastRepeated > 0 ? all.length - 1 - lastRepeated : 0,
  }
  const shares = columns.map((index) => looks[index]?.share ?? null)
  return shares.some((share) => share !== null) ? { ...table, shares } : table
}

/** Only the author's own `|` parts cells. */
function cellsOf(line: readonly Piece[]): Piece[][] {
  const cells: Piece[][] = []
  for (const piece of line) {
    const parts = piece.literal ? piece.text.split('|') : [piece.text]
    parts.forEach((text, index) => {
      if (index || !cells.length) cells.push([])
      if (text || piece.missing !== undefined) cells.at(-1)?.push({ ...piece, text })
    })
  }
  const open = cells.slice(1).map(trimmed)
  return open.at(-1)?.some(isVisible) ? open : open.slice(0, -1)
}

/** The line of dashes that other template languages put under a header. */
function isRule(cell: readonly Piece[]) {
  return cell.length === 1 && cell[0]?.literal === true && /^:?-{2,}:?$/.test(cell[0].text)
}

function alignOf(cells: readonly Piece[][]): Align {
  const values = cells.map((cell) => cell.filter((piece) => piece.key !== undefined)).filter((found) => found.length)
  return values.length && values.every((found) => found.length === 1 && found[0]?.numeric) ? 'end' : 'start'
}
