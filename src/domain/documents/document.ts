import { formatLongDate } from '../time/date.ts'
import type { ApprovalDetails } from './approval.ts'
import { type Block, type Signature, type SignaturesBlock, type TextRun, toPlainText } from './blocks.ts'
import type { DocumentKind } from './document-kind.ts'
import type { Issuer } from './issuer.ts'
import type { Logo } from './logo.ts'
import { mergeSigners } from './merge-signers.ts'
import { defaultPageSetup, type PageSetup } from './page.ts'

/** Complete document content: input of the PDF and HTML writers. */
export interface DocumentModel {
  organisation: Issuer & { logo: Logo | null }
  format: { code: string; name: string }
  /** Document number; null in a preview. */
  number: string | null
  /** `YYYY-MM-DD` */
  date: string
  kind: DocumentKind
  /** Annulment day; empty unless the document is annulled. */
  annulledOn: string
  /** Annulment reason; empty if the document is not annulled or the format hides the reason. */
  annulReason: string
  blocks: Block[]
  page: PageSetup
  check: VerificationInfo | null
  /** Approval data; null until the request is approved. */
  approval: ApprovalDetails | null
}

/** Verification code and site of a document; the code is empty in a preview. */
export interface VerificationInfo {
  code: string
  /** Base URL of this installation, without a trailing slash. */
  site: string
}

export interface DocumentParts {
  organisation: Issuer & { logo?: Logo | null }
  format: { code: string; name: string }
  number: string | null
  date: string
  /** Default: `preliminary`; previews always use the default. */
  kind?: DocumentKind
  annulledOn?: string
  annulReason?: string
  /** Blocks returned by `renderBlocks`. */
  blocks: readonly Block[]
  /** The organisation's signatures, placed at the signature tag of the body or else at its end. */
  signatures?: readonly Signature[]
  page?: PageSetup
  check?: VerificationInfo
  approval?: ApprovalDetails | null
  /** Retains the labels of empty values; only previews set this flag. */
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
  keepsGaps = false,
}: DocumentParts): DocumentModel {
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
  }
}

/** Inserts the organisation's signatures at their tag or at the end; merges consecutive signature blocks. */
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

/** Fixed texts around the content of every document, shared by HTML and PDF. */
export const documentTexts = {
  /** Watermark and stamp; a final document has none. */
  mark: { preliminary: 'PRELIMINAR', final: '', annulled: 'ANULADO' },
  preview: 'Vista previa',
  noNumber: 'Sin número',
  number: 'N.º',
  check: {
    title: 'Compruebe este documento',
    how: 'Escanee el cuadro con un teléfono, o escriba este código en',
    picture: 'Código QR que lleva a',
    code: 'Código',
    preview: 'Al aprobarse, llevará aquí un código para comprobar que es auténtico y sigue vigente.',
  },
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
} as const

/** Returns the document kind for the page footer. */
export function getKindLabel({ kind, annulledOn }: Pick<DocumentModel, 'kind' | 'annulledOn'>): string {
  if (kind === 'annulled')
    return annulledOn ? `Documento anulado el ${formatLongDate(annulledOn)}` : 'Documento anulado'
  return kind === 'preliminary' ? 'Documento preliminar' : ''
}

/** Returns the note below the letterhead of an annulled document; empty without a reason. */
export function formatAnnulmentNote({
  annulledOn,
  annulReason,
}: Pick<DocumentModel, 'annulledOn' | 'annulReason'>): string {
  if (!annulReason.trim()) return ''
  return `Anulado${annulledOn ? ` el ${formatLongDate(annulledOn)}` : ''}. Motivo: ${annulReason.trim()}`
}

/** Returns the stamp text beside the letterhead; empty if the document has no stamp. */
export function getStampText({ kind, number }: Pick<DocumentModel, 'kind' | 'number'>): string {
  const parts = [documentTexts.mark[kind], number ? '' : documentTexts.preview.toUpperCase()]
  return parts.filter(Boolean).join(' · ')
}

/** Removes empty values from the blocks, and the lines, items and signatures that contained only empty values. */
export function removeEmptyValues(blocks: readonly Block[]): Block[] {
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'table') return [{ ...block, rows: block.rows.map((cells) => cells.map(removeMissingRuns)) }]
    if (block.kind === 'page') return [block]
    if (block.kind === 'list') {
      const items = removeEmptyLines(block.items)
      return items.length ? [{ ...block, items }] : []
    }
    if (block.kind === 'signatures') {
      const entries = block.entries.map((entry) => ({ ...entry, lines: removeEmptyLines(entry.lines) }))
      const signed = entries.filter(({ lines, image }) => lines.length || image)
      return signed.length ? [{ ...block, entries: signed }] : []
    }
    const runs = removeGaps(block.runs)
    return toPlainText(runs).trim() ? [{ ...block, runs }] : []
  })
}

const removeEmptyLines = (lines: readonly TextRun[][]) =>
  lines.map(removeGaps).filter((runs) => toPlainText(runs).trim())

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

const removeMissingRuns = (runs: readonly TextRun[]) => runs.filter((run) => !isGap(run))

function isGap({ missing }: TextRun) {
  return missing !== undefined
}

/** Returns whether a line still has content; a label such as «Teléfono:» without its value has none. */
function hasContent(line: readonly TextRun[]) {
  const text = toPlainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}
