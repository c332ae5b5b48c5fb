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
import { mergeSigners } from './merge-signers.ts'
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

export interface DocumentModelInput {
  organisation: Issuer & { logo?: Logo | null }
  format: { code: string; name: string }
  number: string | null
  date: string
  /** Kind of document; default `preliminary`. Previews always use the default. */
  kind?: DocumentKind
  annulledOn?: string
  annulReason?: string
  blocks: readonly Block[]
  /** The organisation's signatures. They are placed at the signature tag of the body; without a tag, at the end. */
  signatures?: readonly Signature[]
  page?: PageSetup
  check?: VerificationInfo
  approval?: ApprovalDetails | null
  evidence?: readonly Block[]
  /** Prints the labels of empty fields in their place. Set only for previews. */
  keepsGaps?: boolean
}

export function buildDocumentModel({
  organisation,
  format,
  number,
  date,
  kind = 'preliminary',
  annulledOn = '',
  annulReason = '',
  blocks,
  signatures,
  page = defaultPageSetup,
  check,
  approval = null,
  evidence = [],
  keepsGaps = false,
}: DocumentModelInput): DocumentModel {
  const all = mergeSigners(insertSignatures(blocks, signatures ?? []))
  return {
    organisation: { ...organisation, logo: organisation.logo ?? null },
    format,
    number,
    date,
    kind,
    annulledOn,
    annulReason: kind === 'annulled' ? annulReason : '',
    blocks: keepsGaps ? all : removeEmptyValues(all),
    page,
    check: check ?? null,
    approval,
    evidence,
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
