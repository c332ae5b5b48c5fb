import { toComparisonKey } from '../text/comparison.ts'
import { formatLongDate } from '../time/date.ts'
import type { ApprovalDetails } from './approval.ts'
import {
  type Block,
  numberListItems,
  type Signature,
  type SignaturesBlock,
  type TableCell,
  type TextRun,
  toPlainText,
} from './blocks.ts'
import type { DocumentKind } from './document-kind.ts'
import type { Issuer } from './issuer.ts'
import type { Logo } from './logo.ts'
import { defaultPageSetup, type PageSetup } from './page.ts'

/** Complete content of a document. Input of the PDF and HTML writers. */
export interface DocumentModel {
  organisation: Issuer & { logo: Logo | null }
  format: { code: string; name: string }
  /** Document number; null in a preview. */
  number: string | null
  /** `YYYY-MM-DD` */
  date: string
  kind: DocumentKind
  /** Day of the annulment; empty unless the document is annulled. */
  annulledOn: string
  /** Reason of the annulment; empty if the document is not annulled or if the format hides the reason. */
  annulReason: string
  blocks: Block[]
  page: PageSetup
  check: VerificationInfo | null
  /** Approval data; null until the request is approved. */
  approval: ApprovalDetails | null
  /** Blocks of the evidence page, which follows the document. Empty if there is none. */
  evidence: readonly Block[]
}

/** Verification code of a document and URL of the installation. The code is empty in a preview. */
export interface VerificationInfo {
  code: string
  /** Base URL of this installation, without a trailing slash. */
  site: string
}

export interface DocumentModelInput
  extends Pick<DocumentModel, 'format' | 'number' | 'date'>,
    Partial<Pick<DocumentModel, 'kind' | 'annulledOn' | 'annulReason' | 'page' | 'approval' | 'evidence'>> {
  organisation: Issuer & { logo?: Logo | null }
  blocks: readonly Block[]
  /** The organisation's signatures. They are placed at the signature tag of the body; without a tag, at the end. */
  signatures?: readonly Signature[]
  check?: VerificationInfo
  /** Prints the labels of empty fields in their place. Set only for previews. */
  keepsGaps?: boolean
}

/** Builds the model of a document, preliminary unless it has another kind. Previews always are. */
export function buildDocumentModel({
  blocks,
  signatures = [],
  keepsGaps,
  ...content
}: DocumentModelInput): DocumentModel {
  const all = mergeSigners(insertSignatures(blocks, signatures))
  return {
    kind: 'preliminary',
    annulledOn: '',
    page: defaultPageSetup,
    check: null,
    approval: null,
    evidence: [],
    ...content,
    organisation: { ...content.organisation, logo: content.organisation.logo ?? null },
    annulReason: content.kind === 'annulled' ? (content.annulReason ?? '') : '',
    blocks: keepsGaps ? all : removeEmptyValues(all),
  }
}

/** Inserts the organisation's signatures at the signature tag; without a tag, at the end. Merges consecutive signature blocks. */
function insertSignatures(blocks: readonly Block[], signatures: readonly Signature[]): Block[] {
  const isPlaced = blocks.some((block) => block.kind === 'signatures' && block.place)
  const last: SignaturesBlock[] =
    isPlaced || !signatures.length ? [] : [{ kind: 'signatures', entries: [], place: true }]
  const all: Block[] = []
  for (const block of blocks.concat(last)) {
    const before = all.at(-1)
    if (block.kind !== 'signatures') all.push(block)
    else {
      const entries = block.place && signatures.length ? [...signatures] : block.entries
      if (before?.kind === 'signatures') all[all.length - 1] = { ...before, entries: [...before.entries, ...entries] }
      else all.push({ ...block, entries })
    }
  }
  return all
}

/** Fixed texts of every document. HTML and PDF share them. */
export const documentTexts = {
  /** Text of watermark and stamp. Final documents have neither. */
  mark: { preliminary: 'PRELIMINAR', final: '', annulled: 'ANULADO' },
  preview: 'Vista previa',
  noNumber: 'Sin número',
  number: 'N.º',
  check: {
    title: 'Compruebe este documento',
    how: 'Escanee el código QR con un teléfono, o escriba este código en',
    picture: 'Código QR que lleva a',
    code: 'Código',
    preview: 'Al aprobarse, llevará aquí un código para comprobar que es auténtico y sigue vigente.',
  },
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
} as const

/** Returns the label of the document kind for page footers; empty for final documents. */
export function getDocumentKindLabel({ kind, annulledOn }: Pick<DocumentModel, 'kind' | 'annulledOn'>): string {
  if (kind === 'annulled')
    return annulledOn ? `Documento anulado el ${formatLongDate(annulledOn)}` : 'Documento anulado'
  return kind === 'preliminary' ? 'Documento preliminar' : ''
}

/** Returns the note about the annulment, printed below the letterhead. Empty if the model has no annulment reason. */
export function formatAnnulmentNote({
  annulledOn,
  annulReason,
}: Pick<DocumentModel, 'annulledOn' | 'annulReason'>): string {
  if (!annulReason.trim()) return ''
  return `Anulado${annulledOn ? ` el ${formatLongDate(annulledOn)}` : ''}. Motivo: ${annulReason.trim()}`
}

/** Returns the text of the stamp in the letterhead; empty if the document has no stamp. */
export function getStampText({ kind, number }: Pick<DocumentModel, 'kind' | 'number'>): string {
  const parts = [documentTexts.mark[kind], number ? '' : documentTexts.preview.toUpperCase()]
  return parts.filter(Boolean).join(' · ')
}

/** Removes empty values from blocks, and lines, items and signatures that contain only empty values. */
export function removeEmptyValues(blocks: readonly Block[]): Block[] {
  const all = blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [{ ...block, rows: block.rows.map((cells) => cells.map(removeMissingRuns)) }]
    if (block.kind === 'page') return [block]
    if (block.kind === 'list') {
      const items = block.items
        .map((item) => ({ ...item, runs: removeGaps(item.runs) }))
        .filter(({ runs }) => !isBlank(runs))
      return items.length ? [{ ...block, items }] : []
    }
    if (block.kind === 'signatures') {
      const entries = block.entries.map((entry) => ({ ...entry, lines: removeEmptyLines(entry.lines) }))
      const signed = entries.filter(({ lines, image }) => lines.length || image)
      return signed.length ? [{ ...block, entries: signed }] : []
    }
    const runs = removeGaps(block.runs)
    return isBlank(runs) ? [] : [{ ...block, runs }]
  })
  return all.some(({ kind }) => kind === 'list') ? numberListItems(all) : all
}

const removeEmptyLines = (lines: readonly TextRun[][]) => lines.map(removeGaps).filter((runs) => !isBlank(runs))

const isBlank = (runs: readonly TextRun[]) => !toPlainText(runs).trim() && !runs.some(({ tab }) => tab)

function removeGaps(runs: readonly TextRun[]): TextRun[] {
  if (!runs.some(isGap)) return runs.slice()
  const lines: TextRun[][] = [[]]
  for (const run of runs) {
    if (run.key === undefined && run.text === '\n') lines.push([])
    else lines.at(-1)?.push(run)
  }
  const left = lines.filter((line) => !line.some(isGap) || hasContent(line))
  return left.flatMap((line, index) => (index ? [{ text: '\n', bold: false }, ...line] : line))
}

const removeMissingRuns = (cell: TableCell) =>
  cell.runs.some(isGap) ? { ...cell, runs: cell.runs.filter((run) => !isGap(run)) } : cell

function isGap({ missing }: TextRun) {
  return missing !== undefined
}

/** Returns whether a line has content. A label without its value, such as «Teléfono:», does not count. */
function hasContent(line: readonly TextRun[]) {
  const text = toPlainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}

/** First signature of a person, with the texts of the person's later signatures merged into it. */
interface MergedSigner {
  first: Signature
  whole: Signature
}

/** Merges the signatures of the same person into that person's first signature. Returns the changed blocks. */
function mergeSigners(blocks: readonly Block[]): Block[] {
  const byName = new Map<string, MergedSigner[]>()
  const wholes = new Map<Signature, Signature>()
  let isMerged = false
  for (const block of blocks)
    for (const entry of block.kind === 'signatures' ? block.entries : []) {
      const name = toComparisonKey(getSignerName(entry))
      const same = byName.get(name) ?? []
      const found = name ? same.find(({ whole: merged }) => mayBeSamePerson(merged, entry)) : undefined
      if (found) {
        found.whole = mergeSignatures(found.whole, entry)
        wholes.set(found.first, found.whole)
        isMerged = true
      } else {
        byName.set(name, [...same, { first: entry, whole: entry }])
        wholes.set(entry, entry)
      }
    }
  if (!isMerged) return [...blocks]
  return blocks.flatMap((block): Block[] => {
    if (block.kind !== 'signatures') return [block]
    const entries = block.entries.flatMap((one) => wholes.get(one) ?? [])
    return entries.length || !block.entries.length ? [{ ...block, entries }] : []
  })
}

const getSignerName = ({ name, lines }: Signature) => name ?? toPlainText(lines[0] ?? [])

/** Returns whether two signatures with the same name may belong to one person, i.e. their identity numbers do not contradict each other. */
function mayBeSamePerson(a: Signature, b: Signature): boolean {
  const [one, other] = [extractIdNumbers(a), extractIdNumbers(b)]
  return !one.length || !other.length || one.some((id) => other.includes(id))
}

const extractIdNumbers = ({ lines }: Signature) =>
  lines.flatMap((runs) => toPlainText(runs).match(/\d[\d.]{3,}\d/g) ?? []).map((text) => text.replaceAll('.', ''))

function mergeSignatures(a: Signature, b: Signature): Signature {
  const image = a.image ?? b.image ?? null
  const approved = a.isElectronic ? a : b
  const rest = [...a.lines.slice(1), ...b.lines.slice(1)]
  const lines = rest.filter((runs, at) => rest.findIndex((one) => toPlainText(one) === toPlainText(runs)) === at)
  if (approved.isElectronic && !image) return { ...approved, lines: [approved.lines[0] as TextRun[], ...lines] }
  return { lines: [[{ text: getSignerName(a), bold: false }], ...lines], image }
}
