import type { TextAlignment } from '../../domain/documents/blocks.ts'
import { type FieldGuess, guessField } from './labels.ts'
import type { OmittedItemList } from './omitted-items.ts'
import { prependMarker } from './paragraph-text.ts'
import {
  getBlockText,
  getInlineText,
  type Inline,
  type WordBlock,
  type WordCell,
  type WordParagraph,
  type WordTable,
} from './word-blocks.ts'

export interface GridCell {
  lines: { inlines: Inline[]; place: number }[]
  place: number
  span: number
  /** Direction of the merged cell that covers this cell; `null` if there is none. */
  covered: 'left' | 'above' | null
  align: WordParagraph['align'] | null
}

export interface WordTableGrid {
  width: number
  rows: GridCell[][]
  columns: GridCell[][]
  hasHeader: boolean
}

const maxColumns = 63
/** Maximum number of columns of a merged cell in a body. */
const maxSpan = 50

/** Returns the cells of a table by row and column. Reports merged cells and other lost content. */
export function createTableGrid(table: WordTable, omittedItems: OmittedItemList): WordTableGrid {
  const spans = table.rows.map(({ cells }) => cells.reduce((sum, { span }) => sum + span, 0))
  const width = Math.min(
    maxColumns,
    spans.reduce((largest, span) => Math.max(largest, span), 1),
  )
  const rows = table.rows.map(({ cells }) => {
    const row: GridCell[] = []
    for (const cell of cells) {
      const made = toGridCell(cell, table.place, omittedItems)
      row.push(made)
      if (cell.span > maxSpan) omittedItems.add('mergedCell', made.place, cell.blocks.map(getBlockText).join(' '))
      for (let i = 1; i < cell.span && row.length < width; i++)
        row.push({ ...made, lines: [], span: 1, covered: cell.span > maxSpan ? 'above' : 'left' })
    }
    return row.slice(0, width)
  })
  const columns = Array.from({ length: width }, (_, index) => rows.flatMap((row) => row[index] ?? []))
  const hasHeader = rows.length > 1 && isHeaderRow(table)
  return { width, rows, columns, hasHeader }
}

function toGridCell(cell: WordCell, tablePlace: number, omittedItems: OmittedItemList): GridCell {
  const paragraphs = cell.blocks.flatMap((block) => flatten(block))
  const lines = paragraphs
    .map((paragraph) => ({ inlines: prependMarker(paragraph, false), place: paragraph.place }))
    .filter(({ inlines }) => inlines.some((one) => one.kind !== 'page' && one.text.trim()))
  const place = paragraphs[0]?.place ?? tablePlace
  const text = cell.blocks.map(getBlockText).join(' ')
  if (cell.blocks.some(({ kind }) => kind === 'table')) omittedItems.add('nestedTable', place, text)
  else if (lines.length > 1) omittedItems.add('cellParagraphs', place, text)
  if (cell.continues) omittedItems.add('mergedCell', place, text)
  const shown = paragraphs.find(({ inlines }) => inlines.length)
  return {
    lines,
    place,
    span: cell.span > maxSpan ? 1 : cell.span,
    covered: cell.continues ? 'above' : null,
    align: shown?.align ?? null,
  }
}

function flatten(block: WordBlock): WordParagraph[] {
  if (block.kind === 'paragraph') return [block]
  return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(flatten)))
}

/** Returns whether the first row is a header: marked, or bold unlike the others. A merged cell is a title. */
function isHeaderRow({ rows }: WordTable): boolean {
  const [first] = rows
  if (first?.cells.length === 1 && rows.some(({ cells }) => cells.length > 1)) return false
  if (!first || first.isHeader) return first !== undefined
  const inlines = first.cells.map(({ blocks }) => blocks.flatMap(flatten).flatMap((paragraph) => paragraph.inlines))
  const isBold = (one: Inline) => one.kind === 'page' || !one.text.trim() || one.style.bold
  return (
    inlines.every((cell) => cell.some((one) => one.kind !== 'page' && one.text.trim())) && inlines.flat().every(isBold)
  )
}

const names = { start: '', center: 'centro', end: 'derecha' } as const
/** Minimum width of a column in percent. */
const minShare = 3

interface ColumnSettings {
  /** Tag with the widths and alignments; empty if they are the default ones. */
  tag: string
  aligns: TextAlignment[]
}

export function getColumnSettings({ widths }: WordTable, grid: WordTableGrid): ColumnSettings {
  const { width, columns, hasHeader } = grid
  const shares = widths.length === width ? toShares(widths) : null
  const aligns = columns.map((cells) => getUsualAlignment(hasHeader ? cells.slice(1) : cells))
  const total = widths.reduce((sum, one) => sum + one, 0)
  const isEven = !shares || Math.max(...widths) - Math.min(...widths) <= total * 0.015
  if (isEven && aligns.every((align) => align === 'start')) return { tag: '', aligns }
  const written = aligns.map((align, index) => `${isEven ? '' : shares?.[index]} ${names[align]}`.trim() || '-')
  return { tag: `{{columnas: ${written.join(', ')}}}`, aligns }
}

/** Returns the alignment that most cells of a column have. Merged cells do not count. */
function getUsualAlignment(cells: readonly GridCell[]): TextAlignment {
  const counts = { start: 0, center: 0, end: 0 }
  for (const { align, lines, span, covered } of cells)
    if (align && lines.length && span === 1 && !covered) counts[align]++
  const most = Math.max(...Object.values(counts))
  return counts.start === most ? 'start' : counts.end === most ? 'end' : 'center'
}

/** Converts widths to whole percents that add up to 100; `null` if unknown or too many. */
function toShares(widths: readonly number[]): number[] | null {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (!(total > 0) || widths.length * minShare > 100) return null
  const shares = widths.map((width) => Math.max(minShare, Math.round((width * 100) / total)))
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0)
  const widest = shares.indexOf(Math.max(...shares))
  shares[widest] = (shares[widest] ?? 0) + rest
  return shares.every((share) => share >= 1) ? shares : null
}

/** Maximum number of columns of a table field, as in `fieldSchema`. */
const maxFieldColumns = 50

/** Empty rows of a table, whose header names the columns of a field. */
interface EmptyTableRows {
  /** Index of the first empty row, and of the row after the last one. */
  from: number
  to: number
  columns: FieldGuess[]
}

export const getGridCellText = ({ lines }: GridCell) =>
  lines
    .map(({ inlines }) => getInlineText(inlines))
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
const isEmpty = (cell: GridCell) => !cell.covered && cell.span === 1 && !/[^\s_.…]/.test(getGridCellText(cell))

/** Finds the empty rows below a header with a name in each column. Returns `null` if there are none. */
export function findEmptyTableRows({ rows, hasHeader }: WordTableGrid): EmptyTableRows | null {
  const [header = [], ...body] = rows
  const first = body.findIndex((cells) => cells.every(isEmpty))
  if (!hasHeader || first < 0) return null
  const length = body.slice(first).findIndex((cells) => !cells.every(isEmpty))
  const names = header.map((cell) => getGridCellText(cell))
  if (!names.every((name) => /\p{L}/u.test(name)) || header.some(({ span }) => span > 1)) return null
  if (names.length > maxFieldColumns) return null
  const columns = names.map((name) => guessField({ before: '', after: '', name, cell: '' }, null, false))
  return { from: first + 1, to: length < 0 ? rows.length : first + 1 + length, columns }
}
