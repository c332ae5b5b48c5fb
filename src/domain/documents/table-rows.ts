import type { Block, TableBlock, TableCell, TextAlignment } from './blocks.ts'
import { DocumentTooLargeError, type TextPiece } from './expand.ts'
import type { TableColumnSettings } from './template-tag.ts'
import { getVisibleTextPieces, isVisibleTextPiece, toTextRuns, trimTextPieces } from './text-pieces.ts'

/** Maximum number of columns, far more than fit on a page. */
const maxColumns = 500

/** Template line that starts with `|` and is therefore a table row. */
export interface TableTemplateLine {
  pieces: TextPiece[]
  repeated: boolean
}

interface TemplateCell {
  pieces: TextPiece[]
  span: number
  align?: TextAlignment
}

export function buildTable(lines: readonly TableTemplateLine[], looks: readonly TableColumnSettings[]): Block {
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
