import type { GridCell } from './table-grid.ts'
import {
  getInlineText,
  type Inline,
  type WordBlock,
  type WordCell,
  type WordParagraph,
  type WordTable,
} from './word-blocks.ts'

interface SignatureLine {
  inlines: Inline[]
  place: number
}

export interface FoundSignatures {
  /** Lines of each signature; the first line is the rule to sign on. */
  entries: SignatureLine[][]
  /** Index of the block after the signatures. */
  next: number
}

const rule = /^\s*_{8,}\s*$/
const maxLines = 5
const maxLineLength = 70

const getText = (inlines: readonly Inline[]) => getInlineText(inlines).trim()

/** Returns the signatures that start at a block: rules with names below, side by side if separated by tabs. */
export function findSignatures(blocks: readonly WordBlock[], at: number): FoundSignatures | null {
  const first = blocks[at]
  if (first?.kind !== 'paragraph' || first.marker || first.heading || !isRule(first.inlines)) return null
  const lines = toLines(first)
  let next = at + 1
  // A paragraph with line breaks is a whole block.
  const isWhole = lines.length > 1
  while (!isWhole && lines.length <= maxLines + 1 && isBelowRule(blocks[next]))
    lines.push(...toLines(blocks[next++] as WordParagraph))
  const entries = toEntries(lines)
  return entries && { entries, next }
}

function isBelowRule(block: WordBlock | undefined): boolean {
  return (
    block?.kind === 'paragraph' &&
    !block.marker &&
    !block.heading &&
    getText(block.inlines) !== '' &&
    !isRule(block.inlines) &&
    splitLines(block.inlines).every((line) => splitColumns(line).every((column) => isSignatureText(getText(column))))
  )
}

function toLines({ inlines, place }: SignatureLine): SignatureLine[] {
  return splitLines(inlines).map((line) => ({ inlines: line, place }))
}

/** Returns whether a line consists only of rules such as `______`. */
function isRule(inlines: readonly Inline[]): boolean {
  const columns = splitColumns(splitLines(inlines)[0] ?? [])
  return columns.length > 0 && columns.every((column) => rule.test(getText(column)))
}

function toEntries(lines: readonly SignatureLine[]): SignatureLine[][] | null {
  const columns = lines.map(({ inlines, place }) => splitColumns(inlines).map((part) => ({ inlines: part, place })))
  const rules = columns[0] ?? []
  if (!rules.length || !rules.every(({ inlines }) => rule.test(getText(inlines)))) return null
  if (lines.length < 2 || lines.length > maxLines + 1) return null
  if (columns.some((parts) => parts.length > rules.length)) return null
  const below = columns.slice(1).flat()
  if (!below.every(({ inlines }) => isSignatureText(getText(inlines)))) return null
  return rules.map((_, index) =>
    columns.flatMap((parts) => parts[index] ?? []).filter(({ inlines }) => getText(inlines)),
  )
}

/** Returns whether a line may belong to a signature: a name, a position or a number, but no sentence. */
function isSignatureText(text: string): boolean {
  return text.length <= maxLineLength && !/[:;]$/.test(text) && !/\p{Ll}{3,}\.$/u.test(text)
}

function splitLines(inlines: readonly Inline[]): Inline[][] {
  return splitInlines(inlines, /\n/).filter((line) => getText(line))
}

function splitColumns(inlines: readonly Inline[]): Inline[][] {
  return splitInlines(inlines, /\t+| {4,}/).filter((part) => getText(part))
}

function splitInlines(inlines: readonly Inline[], separator: RegExp): Inline[][] {
  const parts: Inline[][] = [[]]
  for (const inline of inlines) {
    if (inline.kind !== 'text') parts.at(-1)?.push(inline)
    else
      inline.text.split(separator).forEach((text, index) => {
        if (index > 0) parts.push([])
        if (text) parts.at(-1)?.push({ ...inline, text })
      })
  }
  return parts
}

/** Returns whether a table contains only signatures: each cell of its first row starts with a rule. */
export function isSignatureTable({ rows }: WordTable): boolean {
  const cells = rows[0]?.cells.filter((cell) => getCellLines(cell).length) ?? []
  const hasNames = rows.length > 1 || cells.some((cell) => getCellLines(cell).length > 1)
  const all = rows.flatMap((row) => row.cells.flatMap(getCellLines))
  return (
    cells.length > 0 &&
    hasNames &&
    cells.every((cell) => rule.test(getText(getCellLines(cell)[0]?.inlines ?? []))) &&
    all.length <= cells.length * (maxLines + 1) &&
    all.every(({ inlines }) => getText(inlines).length <= maxLineLength)
  )
}

export function getSignatureColumns(columns: readonly (readonly GridCell[])[]): SignatureLine[][] {
  return columns.map((cells) => cells.flatMap(({ lines }) => lines.flatMap(toLines))).filter((lines) => lines.length)
}

/** Returns the lines of a cell that have text. Skips nested tables. */
function getCellLines({ blocks }: WordCell): SignatureLine[] {
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? toLines(block) : []))
}
