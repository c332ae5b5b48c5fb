import type { Block, TableBlock, TextAlignment } from './blocks.ts'
import { DocumentTooLargeError, type TextPiece } from './expand.ts'
import type { TableColumnSettings } from './template-tag.ts'
import { isVisibleTextPiece, toTextRuns, trimTextPieces } from './text-pieces.ts'

/** Maximum number of columns, far more than fit on a page. */
const maxColumns = 500

/** Template line that is a table row, i.e. begins with `|`. */
export interface TableTemplateLine {
  pieces: TextPiece[]
  repeated: boolean
}

export function buildTable(lines: readonly TableTemplateLine[], looks: readonly TableColumnSettings[]): Block {
  const all = lines
    .map(({ pieces, repeated }) => ({ cells: splitCells(pieces), repeated }))
    .filter(({ cells }) => !cells.every(isSeparatorCell))
  const width = Math.max(...all.map(({ cells }) => cells.length))
  if (width > maxColumns) throw new DocumentTooLargeError()
  const columns = Array.from({ length: width }, (_, index) => index)
  const [first, ...rest] = all
  const rows = rest.map(({ cells }) => columns.map((index) => toTextRuns(cells[index] ?? [])))
  const header = columns.map((index) => toTextRuns(first?.cells[index] ?? []))
  const numeric = columns.map((index) => detectAlignment(rest.map(({ cells }) => cells[index] ?? [])))
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

/** Splits a line into cells at each `|` in template text. A `|` within a value does not separate cells. */
function splitCells(line: readonly TextPiece[]): TextPiece[][] {
  const cells: TextPiece[][] = []
  for (const piece of line) {
    const parts = piece.literal ? piece.text.split('|') : [piece.text]
    parts.forEach((text, index) => {
      if (index || !cells.length) cells.push([])
      if (text || piece.missing !== undefined || piece.isItalic) cells.at(-1)?.push({ ...piece, text })
    })
  }
  const open = cells.slice(1).map(trimTextPieces)
  return open.at(-1)?.some(isVisibleTextPiece) ? open : open.slice(0, -1)
}

/** Returns whether a cell belongs to a Markdown separator row such as `|---|:--:|`. These rows are dropped. */
function isSeparatorCell(cell: readonly TextPiece[]) {
  return cell.length === 1 && cell[0]?.literal === true && /^:?-{2,}:?$/.test(cell[0].text)
}

function detectAlignment(cells: readonly TextPiece[][]): TextAlignment {
  const values = cells.map((cell) => cell.filter((piece) => piece.key !== undefined)).filter((found) => found.length)
  return values.length && values.every((found) => found.length === 1 && found[0]?.numeric) ? 'end' : 'start'
}
