import type { Align, Block, TableBlock } from './blocks.ts'
import { DocumentTooLarge, type Piece } from './expand.ts'
import { isSeen, runsOf, trimmed } from './pieces.ts'
import type { ColumnLook } from './tags.ts'

/** Limit of columns, far beyond what fits on a page. */
const mostColumns = 500

/** Template line that begins with `|`. */
export interface TableLine {
  pieces: Piece[]
  repeated: boolean
}

export function tableOf(lines: readonly TableLine[], looks: readonly ColumnLook[]): Block {
  const all = lines
    .map(({ pieces, repeated }) => ({ cells: cellsOf(pieces), repeated }))
    .filter(({ cells }) => !cells.every(isRule))
  const width = Math.max(...all.map(({ cells }) => cells.length))
  if (width > mostColumns) throw new DocumentTooLarge()
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

/** Splits a line into cells; only `|` in template text separates cells. */
function cellsOf(line: readonly Piece[]): Piece[][] {
  const cells: Piece[][] = []
  for (const piece of line) {
    const parts = piece.literal ? piece.text.split('|') : [piece.text]
    parts.forEach((text, index) => {
      if (index || !cells.length) cells.push([])
      if (text || piece.missing !== undefined || piece.isItalic) cells.at(-1)?.push({ ...piece, text })
    })
  }
  const open = cells.slice(1).map(trimmed)
  return open.at(-1)?.some(isSeen) ? open : open.slice(0, -1)
}

/** Matches a separator row such as `|---|:--:|` from Markdown; such rows are dropped. */
function isRule(cell: readonly Piece[]) {
  return cell.length === 1 && cell[0]?.literal === true && /^:?-{2,}:?$/.test(cell[0].text)
}

function alignOf(cells: readonly Piece[][]): Align {
  const values = cells.map((cell) => cell.filter((piece) => piece.key !== undefined)).filter((found) => found.length)
  return values.length && values.every((found) => found.length === 1 && found[0]?.numeric) ? 'end' : 'start'
}
