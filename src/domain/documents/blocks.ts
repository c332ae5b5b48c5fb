import { formatLongDate } from '../time/date.ts'
import type { Logo } from './logo.ts'
import { getItemLetter } from './ordinal.ts'
import type { ListMarker } from './template-tag.ts'

/** Part of a line: template text, or the value of field `key`. `text` may contain line breaks. */
export interface TextRun {
  text: string
  bold: boolean
  italic?: boolean
  key?: string
  /** Label of the field if its value is empty; `text` is then empty too. */
  missing?: string
}

export type TextAlignment = 'start' | 'center' | 'end'

interface BlockGrouping {
  /** Group number: consecutive blocks with equal numbers stay on the same page, if they fit. */
  together?: number
}

interface Heading extends BlockGrouping {
  kind: 'heading'
  level: 1 | 2
  runs: TextRun[]
}

interface Paragraph extends BlockGrouping {
  kind: 'paragraph'
  runs: TextRun[]
}

export interface ListBlock extends BlockGrouping {
  kind: 'list'
  mark: ListMarker
  items: TextRun[][]
}

/** Table. `header` is null if all its cells are empty; every row has as many cells as `align`. */
export interface TableBlock extends BlockGrouping {
  kind: 'table'
  header: TextRun[][] | null
  rows: TextRun[][][]
  align: TextAlignment[]
  /**
   * Column widths in percent of the table width; null for a column that takes the remaining width. Absent if the
   * template sets no widths.
   */
  shares?: (number | null)[]
  /** Number of rows with totals at the end of the table. A page break never separates them from the row before them. */
  totals: number
}

interface PageBreak extends BlockGrouping {
  kind: 'page'
}

/** Signature: a scanned image above a rule; below it, one line each for name and details. */
export interface Signature {
  lines: TextRun[][]
  image?: Logo | null
  /** Name inside `lines`, set only if the first line contains more than the name. */
  name?: string
  /** True if the signer approved in the application; no rule for a handwritten signature is printed. */
  isElectronic?: boolean
}

/**
 * Signatures side by side, on the same page as the last lines of text. If `place` is set, the organisation's signers
 * replace `entries`.
 */
export interface SignaturesBlock extends BlockGrouping {
  kind: 'signatures'
  entries: Signature[]
  place?: boolean
}

export type Block = Heading | Paragraph | ListBlock | TableBlock | PageBreak | SignaturesBlock

export function toPlainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('')
}

/** Returns all runs of a block in reading order. */
export function getBlockRuns(block: Block): TextRun[] {
  if (block.kind === 'table') return [...(block.header ?? []).flat(), ...block.rows.flat(2)]
  if (block.kind === 'list') return block.items.flat()
  if (block.kind === 'signatures') return block.entries.flatMap(({ lines }) => lines.flat())
  return block.kind === 'page' ? [] : block.runs
}

/** Returns the bullet, letter or number before a list item; `index` is zero-based. */
export function getItemMarker({ mark }: ListBlock, index: number): string {
  if (mark === 'bullet') return '•'
  return mark === 'letter' ? `${getItemLetter(index + 1)})` : `${index + 1}.`
}

interface SignatureData {
  caption?: string
  name: string
  post: string
  document: string
  /** Approval day of this person, `YYYY-MM-DD`; empty if still pending. Absent for signers who are not approvers. */
  approvedOn?: string
}

/** Returns the signature entry of a signer; an approver without a scanned signature has approved electronically. */
export function createSignature(
  { caption = '', name, post, document, approvedOn }: SignatureData,
  image: Logo | null = null,
): Signature {
  const lines = [post, document, caption].filter((text) => text.trim()).map((text) => [{ text, bold: false }])
  if (approvedOn === undefined || image || !name.trim())
    return { lines: name.trim() ? [[{ text: name, bold: false }], ...lines] : lines, image }
  const approved: TextRun[] = [
    { text: 'Aprobado electrónicamente por ', bold: false },
    { text: name, bold: true },
  ]
  if (approvedOn) approved.push({ text: `, el ${formatLongDate(approvedOn)}`, bold: false })
  return { lines: [approved, ...lines], image, name, isElectronic: true }
}
