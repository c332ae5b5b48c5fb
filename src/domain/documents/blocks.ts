import { formatLongDate } from '../time/date.ts'
import { formatMoment } from './approval.ts'
import { ListCounter, type ListItemTag } from './list-marker.ts'
import type { Logo } from './logo.ts'
import type { Tab } from './tab.ts'

/** Part of a line: text of the template, or the value of field `key`. `text` may contain line breaks. */
export interface TextRun {
  text: string
  bold: boolean
  italic?: boolean
  underline?: boolean
  /** Tab. `text` is then a tab character. */
  tab?: Tab
  key?: string
  /** Label of the field, if the field is empty. `text` is then empty, too. */
  missing?: string
}

export type TextAlignment = 'start' | 'center' | 'end'

interface BlockGrouping {
  /** Keep-together group: consecutive blocks with the same number are printed on the same page if they fit. */
  together?: number
}

interface Heading extends BlockGrouping {
  kind: 'heading'
  level: 1 | 2
  align?: TextAlignment
  runs: TextRun[]
}

export interface Paragraph extends BlockGrouping {
  kind: 'paragraph'
  align?: TextAlignment
  runs: TextRun[]
}

export interface ListItem {
  tag: ListItemTag
  /** Printed bullet, letter or number. */
  marker: string
  runs: TextRun[]
}

export interface ListBlock extends BlockGrouping {
  kind: 'list'
  items: ListItem[]
}

export interface TableCell {
  runs: TextRun[]
  /** Number of columns of a merged cell. */
  span?: number
  /** Alignment, if it differs from the column's. */
  align?: TextAlignment
}

/** Table. `header` is `null` if all header cells are empty. The cells of each row span as many columns as `align` has entries. */
export interface TableBlock extends BlockGrouping {
  kind: 'table'
  header: TableCell[] | null
  rows: TableCell[][]
  align: TextAlignment[]
  /** Column widths in percent of the table width. A column with `null` takes the remaining width. Absent if the template sets no widths. */
  shares?: (number | null)[]
  /** Number of rows with totals at the end of the table. A page break never separates these rows from the row before them. */
  totals: number
}

interface PageBreak extends BlockGrouping {
  kind: 'page'
}

/** Signature of a document: optional scanned image, horizontal line to sign on, and below it the name and other data, one line each. */
export interface Signature {
  lines: TextRun[][]
  image?: Logo | null
  /** Name of the signer, if the first of `lines` contains more than the name; empty if the signer is not a person. */
  name?: string
  /** True if the signer approved electronically. Then no line for a handwritten signature is printed. */
  isElectronic?: boolean
}

/** Signatures, on the same page as the text before. `place`: the organisation's signatures replace `entries`. */
export interface SignaturesBlock extends BlockGrouping {
  kind: 'signatures'
  entries: Signature[]
  place?: boolean
}

export type Block = Heading | Paragraph | ListBlock | TableBlock | PageBreak | SignaturesBlock

export function toPlainText(runs: readonly TextRun[]): string {
  return runs.map((run) => run.text).join('')
}

export function splitLines(runs: readonly TextRun[]): TextRun[][] {
  const lines: TextRun[][] = [[]]
  for (const run of runs)
    run.text.split('\n').forEach((text, index) => {
      if (index) lines.push([])
      if (text || run.missing !== undefined) lines.at(-1)?.push({ ...run, text })
    })
  return lines
}

export function getBlockRuns(block: Block): TextRun[] {
  if (block.kind === 'table') return [...(block.header ?? []), ...block.rows.flat()].flatMap(({ runs }) => runs)
  if (block.kind === 'list') return block.items.flatMap(({ runs }) => runs)
  if (block.kind === 'signatures') return block.entries.flatMap(({ lines }) => lines.flat())
  return block.kind === 'page' ? [] : block.runs
}

/** Numbers the list items. A list block restarts the count, unless its first item continues another list. */
export function numberListItems(blocks: readonly Block[]): Block[] {
  const counter = new ListCounter()
  return blocks.map((block) => {
    counter.interrupt()
    if (block.kind !== 'list') return block
    return { ...block, items: block.items.map((item) => ({ ...item, marker: counter.next(item.tag) })) }
  })
}

interface SignatureData {
  caption?: string
  name: string
  post: string
  document: string
  /** Day on which the signer approved (`YYYY-MM-DD`); empty while the approval is pending. Absent for signers who are not approvers. */
  approvedOn?: string
  /** Names of the users whom the approver substituted. */
  inPlaceOf?: string
  /** Name that an outside signer typed, and the local time of the signature: `2026-11-29T10:05`. */
  signedBy?: string
  signedAt?: string
  /** Day of the electronic seal, whose holder is `name`. Empty in a preview and if the document is not sealed. Absent for signers who are people. */
  sealedOn?: string
}

/** Returns the signature of a signer. It is electronic if an approver or outside signer has no scanned signature. */
export function createSignature(
  { caption = '', name, post, document, approvedOn, inPlaceOf, signedBy, signedAt, sealedOn }: SignatureData,
  image: Logo | null = null,
): Signature {
  if (sealedOn !== undefined) return createSealMark(name, sealedOn, caption)
  const texts = [inPlaceOf ? `En lugar de ${inPlaceOf}` : '', post, document, caption]
  const lines = texts.filter((text) => text.trim()).map((text) => [{ text, bold: false }])
  if (signedBy && signedAt) {
    const when = `Firmado electrónicamente ${formatMoment(signedAt)}`
    if (image)
      return { lines: [[{ text: signedBy, bold: false }], ...lines, [{ text: when, bold: false }]], image, name }
    const signed = [
      { text: 'Firmado electrónicamente por ', bold: false },
      { text: signedBy, bold: true },
      { text: `, ${formatMoment(signedAt)}`, bold: false },
    ]
    return { lines: [signed, ...lines], image, name, isElectronic: true }
  }
  if (approvedOn === undefined || image || !name.trim())
    return { lines: name.trim() ? [[{ text: name, bold: false }], ...lines] : lines, image }
  const approved: TextRun[] = [
    { text: 'Aprobado electrónicamente por ', bold: false },
    { text: name, bold: true },
  ]
  if (approvedOn) approved.push({ text: `, el ${formatLongDate(approvedOn)}`, bold: false })
  return { lines: [approved, ...lines], image, name, isElectronic: true }
}

/** Returns the mark of the electronic seal. It is text, so it needs no alternative text. If `day` is empty, `holder` is a placeholder or empty. */
function createSealMark(holder: string, day: string, caption: string): Signature {
  const mark = { name: '', isElectronic: true }
  if (!day) return { ...mark, lines: holder ? [[{ text: holder, bold: false }]] : [] }
  const sealed = [
    { text: 'Sellado electrónicamente por ', bold: false },
    { text: holder, bold: true },
    { text: `, el ${formatLongDate(day)}`, bold: false },
  ]
  // Paper and joined files show the mark, too, but only the original file has the seal.
  const texts = ['Compruebe el sello en el archivo PDF original.', caption].filter((text) => text.trim())
  return { ...mark, lines: [sealed, ...texts.map((text) => [{ text, bold: false }])] }
}
