import { longDate } from '../time/date.ts'
import type { Logo } from './logo.ts'
import { itemLetter } from './ordinal.ts'
import type { ListMark } from './tags.ts'

/** A piece of a line: template text, or (with `key`) the value of a field. Its text may hold line breaks. */
export interface Run {
  text: string
  bold: boolean
  italic?: boolean
  key?: string
  /** The label of a value that was not given; `text` is then empty. */
  missing?: string
}

export type Align = 'start' | 'center' | 'end'

/** What any block may say of its place. */
interface Standing {
  /** Blocks in a row that have the same number stay on one page, if they fit. */
  together?: number
}

interface Heading extends Standing {
  kind: 'heading'
  level: 1 | 2
  runs: Run[]
}

interface Paragraph extends Standing {
  kind: 'paragraph'
  runs: Run[]
}

export interface ListBlock extends Standing {
  kind: 'list'
  mark: ListMark
  items: Run[][]
}

/** `header` is null when its cells are all empty; every row has as many cells as `align`. */
export interface TableBlock extends Standing {
  kind: 'table'
  header: Run[][] | null
  rows: Run[][][]
  align: Align[]
  /** Hundredths of the width, null for a column that takes what is left; absent where the author asked for none. */
  shares?: (number | null)[]
  /** How many of the last rows sum up those before: they stay with the last of these. */
  totals: number
}

/** What follows begins on another page. */
interface PageBreak extends Standing {
  kind: 'page'
}

/** A line to sign on, under it the name and what else is known of the person, each a line; over it the scanned signature. */
export interface Signature {
  lines: Run[][]
  image?: Logo | null
  /** Name in `lines`, if the first line says more than the name. */
  name?: string
  /** Approved in the application: there is no line to sign on by hand. */
  isElectronic?: boolean
}

/** Stand side by side, on the page of the last lines of text. `place`: whoever signs for the organisation comes here; until then its entries stand. */
export interface SignaturesBlock extends Standing {
  kind: 'signatures'
  entries: Signature[]
  place?: boolean
}

export type Block = Heading | Paragraph | ListBlock | TableBlock | PageBreak | SignaturesBlock

export function plainText(runs: readonly Run[]): string {
  return runs.map((run) => run.text).join('')
}

/** All runs of a block, in the order in which they are read. */
export function runsIn(block: Block): Run[] {
  if (block.kind === 'table') return [...(block.header ?? []).flat(), ...block.rows.flat(2)]
  if (block.kind === 'list') return block.items.flat()
  if (block.kind === 'signatures') return block.entries.flatMap(({ lines }) => lines.flat())
  return block.kind === 'page' ? [] : block.runs
}

/** What stands before an item of a list, by its place from 0 on. */
export function itemMark({ mark }: ListBlock, index: number): string {
  if (mark === 'bullet') return '•'
  return mark === 'letter' ? `${itemLetter(index + 1)})` : `${index + 1}.`
}

interface Signing {
  caption?: string
  name: string
  post: string
  document: string
  /** Day on which this person approved, empty if still to come: `YYYY-MM-DD`; absent for all others. */
  approvedOn?: string
}

/** Returns the entry of a signer; an approver without a scanned signature has approved electronically. */
export function signatureOf(
  { caption = '', name, post, document, approvedOn }: Signing,
  image: Logo | null = null,
): Signature {
  const lines = [post, document, caption].filter((text) => text.trim()).map((text) => [{ text, bold: false }])
  if (approvedOn === undefined || image || !name.trim())
    return { lines: name.trim() ? [[{ text: name, bold: false }], ...lines] : lines, image }
  const approved: Run[] = [
    { text: 'Aprobado electrónicamente por ', bold: false },
    { text: name, bold: true },
  ]
  if (approvedOn) approved.push({ text: `, el ${longDate(approvedOn)}`, bold: false })
  return { lines: [approved, ...lines], image, name, isElectronic: true }
}
