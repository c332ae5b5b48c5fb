import type { Logo } from './logo.ts'
import { itemLetter } from './ordinal.ts'
import type { ListMark } from './tags.ts'

/** A piece of a line: template text, or (with `key`) the value of a field. Its text may hold line breaks. */
export interface Run {
  text: string
  bold: boolean
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

/** Of a person known by what he signs as, name, post and identity document, whichever of them there are. */
export function signatureOf(
  person: { caption?: string; name: string; post: string; document: string },
  image: Logo | null = null,
): Signature {
  const lines = [person.caption ?? '', person.name, person.post, person.document].filter((text) => text.trim())
  return { lines: lines.map((text) => [{ text, bold: false }]), image }
}

/** The blocks as they are printed: a value not given leaves nothing, and a line, an item or a signature that only named it goes. */
export function printed(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [{ ...block, rows: block.rows.map((cells) => cells.map(given)) }]
    if (block.kind === 'page') return [block]
    if (block.kind === 'list') {
      const items = said(block.items)
      return items.length ? [{ ...block, items }] : []
    }
    if (block.kind === 'signatures') {
      const entries = block.entries.map((entry) => ({ ...entry, lines: said(entry.lines) }))
      const signed = entries.filter(({ lines, image }) => lines.length || image)
      return signed.length ? [{ ...block, entries: signed }] : []
    }
    const runs = withoutGaps(block.runs)
    return plainText(runs).trim() ? [{ ...block, runs }] : []
  })
}

const said = (lines: readonly Run[][]) => lines.map(withoutGaps).filter((runs) => plainText(runs).trim())

function withoutGaps(runs: readonly Run[]): Run[] {
  if (!runs.some(isGap)) return [...runs]
  const lines: Run[][] = [[]]
  for (const run of runs) {
    if (run.key === undefined && run.text === '\n') lines.push([])
    else lines.at(-1)?.push(run)
  }
  const left = lines.filter((line) => !line.some(isGap) || saysSomething(line))
  return left.flatMap((line, index) => (index ? [{ text: '\n', bold: false }, ...line] : line))
}

const given = (runs: readonly Run[]) => runs.filter((run) => !isGap(run))

function isGap({ missing }: Run) {
  return missing !== undefined
}

/** «Teléfono:» without its telephone says nothing. */
function saysSomething(line: readonly Run[]) {
  const text = plainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}
