import { formatLongDate } from '../time/date.ts'
import type { Approved } from './approval.ts'
import { type Block, plainText, type Run, type Signature, type SignaturesBlock } from './blocks.ts'
import type { DocumentKind } from './document-kind.ts'
import type { Issuer } from './issuer.ts'
import type { Logo } from './logo.ts'
import { defaultPage, type PageSetup } from './page.ts'
import { mergeSigners } from './same-signer.ts'

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
  check: CheckedAt | null
  /** Approval data; null until the request is approved. */
  approval: Approved | null
}

/** Verification code and site of a document; the code is empty in a preview. */
export interface CheckedAt {
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
  /** Blocks returned by `render`. */
  blocks: readonly Block[]
  /** The organisation's signatures, placed at the signature tag of the body or else at its end. */
  signatures?: readonly Signature[]
  page?: PageSetup
  check?: CheckedAt
  approval?: Approved | null
  /** Retains the labels of empty values; only previews set this flag. */
  keepsGaps?: boolean
}

export function documentModel({
  organisation,
  format,
  number,
  date,
  kind = 'preliminary',
  annulledOn = '',
  annulReason = '',
  blocks,
  signatures,
  page = defaultPage,
  check,
  approval = null,
  keepsGaps = false,
}: DocumentParts): DocumentModel {
  const all = mergeSigners(signed(blocks, signatures ?? []))
  return {
    organisation: { ...organisation, logo: organisation.logo ?? null },
    format,
    number,
    date,
    kind,
    annulledOn,
    annulReason: kind === 'annulled' ? annulReason : '',
    blocks: keepsGaps ? all : printed(all),
    page,
    check: check ?? null,
    approval,
  }
}

/** Inserts the organisation's signatures at their tag or at the end; merges consecutive signature blocks. */
function signed(blocks: readonly Block[], signatures: readonly Signature[]): Block[] {
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
export const wording = {
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
    preview: 'Al aprobarse llevará aquí el código con el que cualquiera comprueba si es auténtico y sigue en vigor.',
  },
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
} as const

/** Returns the document kind for the page footer. */
export function kindLine({ kind, annulledOn }: Pick<DocumentModel, 'kind' | 'annulledOn'>): string {
  if (kind === 'annulled')
    return annulledOn ? `Documento anulado el ${formatLongDate(annulledOn)}` : 'Documento anulado'
  return kind === 'preliminary' ? 'Documento preliminar' : ''
}

/** Returns the note below the letterhead of an annulled document; empty without a reason. */
export function annulNote({ annulledOn, annulReason }: Pick<DocumentModel, 'annulledOn' | 'annulReason'>): string {
  if (!annulReason.trim()) return ''
  return `Anulado${annulledOn ? ` el ${formatLongDate(annulledOn)}` : ''}. Motivo: ${annulReason.trim()}`
}

/** Returns the stamp text beside the letterhead; empty if the document has no stamp. */
export function stampOf({ kind, number }: Pick<DocumentModel, 'kind' | 'number'>): string {
  const parts = [wording.mark[kind], number ? '' : wording.preview.toUpperCase()]
  return parts.filter(Boolean).join(' · ')
}

/** Removes empty values from the blocks, and the lines, items and signatures that contained only empty values. */
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
  if (!runs.some(isGap)) return runs.slice()
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

/** Returns whether a line still has content; a label such as «Teléfono:» without its value has none. */
function saysSomething(line: readonly Run[]) {
  const text = plainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}
