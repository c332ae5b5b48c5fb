import { getBlockText } from './document-reader.ts'
import type { LeftOutList } from './left-out.ts'
import { prependMarker } from './paragraph-text.ts'
import type { Inline, WordBlock, WordCell, WordParagraph, WordTable } from './word-blocks.ts'

export interface GridCell {
  lines: { inlines: Inline[]; place: number }[]
  place: number
  /** True if the cell is part of a merged cell to its left or above. */
  isCovered: boolean
  align: WordParagraph['align'] | null
}

export interface WordTableGrid {
  width: number
  rows: GridCell[][]
  columns: GridCell[][]
  hasHeader: boolean
}

const maxColumns = 63

/**
 * Returns the cells of a table by row and column. Reports merged cells and other content that a body's tables cannot
 * have.
 */
export function createTableGrid(table: WordTable, leftOut: LeftOutList): WordTableGrid {
  const spans = table.rows.map(({ cells }) => cells.reduce((sum, { span }) => sum + span, 0))
  const width = Math.min(maxColumns, Math.max(1, ...spans))
  const rows = table.rows.map(({ cells }) => {
    const row: GridCell[] = []
    for (const cell of cells) {
      const made = toGridCell(cell, table.place, leftOut)
      row.push(made)
      if (cell.span > 1) leftOut.add('mergedCell', made.place, cell.blocks.map(getBlockText).join(' '))
      for (let i = 1; i < cell.span; i++) row.push({ ...made, lines: [], isCovered: true })
    }
    while (row.length < width) row.push({ lines: [], place: table.place, isCovered: true, align: null })
    return row.slice(0, width)
  })
  const columns = Array.from({ length: width }, (_, index) => rows.flatMap((row) => row[index] ?? []))
  return { width, rows, columns, hasHeader: rows.length > 1 && isHeaderRow(table) }
}

function toGridCell(cell: WordCell, tablePlace: number, leftOut: LeftOutList): GridCell {
  const paragraphs = cell.blocks.flatMap((block) => flatten(block))
  const lines = paragraphs
    .map((paragraph) => ({ inlines: prependMarker(paragraph, false), place: paragraph.place }))
    .filter(({ inlines }) => inlines.some((one) => one.kind !== 'page' && one.text.trim()))
  const place = paragraphs[0]?.place ?? tablePlace
  const text = cell.blocks.map(getBlockText).join(' ')
  if (cell.blocks.some(({ kind }) => kind === 'table')) leftOut.add('nestedTable', place, text)
  else if (lines.length > 1) leftOut.add('cellParagraphs', place, text)
  if (cell.continues) leftOut.add('mergedCell', place, text)
  const shown = paragraphs.find(({ inlines }) => inlines.length)
  return { lines, place, isCovered: cell.continues, align: shown?.align ?? null }
}

function flatten(block: WordBlock): WordParagraph[] {
  if (block.kind === 'paragraph') return [block]
  return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks.flatMap(flatten)))
}

/** Returns whether the first row is a header: marked as header in Word, or entirely bold unlike the other rows. */
function isHeaderRow({ rows }: WordTable): boolean {
  const [first] = rows
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

/** Returns the tag for column widths and alignments; empty if all are the default. */
export function getColumnSettings({ widths }: WordTable, { width, columns, hasHeader }: WordTableGrid): string {
  const shares = widths.length === width ? toShares(widths) : null
  const aligns = columns.map((cells) => {
    const body = (hasHeader ? cells.slice(1) : cells).flatMap(({ align }) => align ?? [])
    const [first = 'start'] = body
    return names[body.every((align) => align === first) ? first : 'start']
  })
  const isEven = !shares || Math.max(...shares) - Math.min(...shares) <= 1
  if (isEven && aligns.every((align) => !align)) return ''
  const settings = columns.map((_, index) => `${isEven ? '' : shares?.[index]} ${aligns[index] ?? ''}`.trim() || '-')
  return `{{columnas: ${settings.join(', ')}}}`
}

/**
 * Converts widths to whole percents that add up to 100. Returns `null` if widths are unknown or there are too many
 * columns.
 */
function toShares(widths: readonly number[]): number[] | null {
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (!(total > 0) || widths.length * minShare > 100) return null
  const shares = widths.map((width) => Math.max(minShare, Math.round((width * 100) / total)))
  const rest = 100 - shares.reduce((sum, share) => sum + share, 0)
  const widest = shares.indexOf(Math.max(...shares))
  shares[widest] = (shares[widest] ?? 0) + rest
  return shares.every((share) => share >= 1) ? shares : null
}
