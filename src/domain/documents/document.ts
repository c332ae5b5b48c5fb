import { longDate } from '../time/date.ts'
import type { Approved } from './approval.ts'
import { type Block, plainText, type Run, type Signature, type SignaturesBlock } from './blocks.ts'
import type { DocumentKind } from './document-kind.ts'
import type { Issuer } from './issuer.ts'
import type { Logo } from './logo.ts'
import { defaultPage, type PageSetup } from './page.ts'
import { mergeSigners } from './same-signer.ts'

/** All that a document says, ready for the writers of PDF and HTML. */
export interface DocumentModel {
  organisation: Issuer & { logo: Logo | null }
  format: { code: string; name: string }
  /** Null in a preview, which has no number yet. */
  number: string | null
  /** `YYYY-MM-DD` */
  date: string
  kind: DocumentKind
  /** The day on which it was annulled, empty for any other. */
  annulledOn: string
  /** Why it was annulled; empty if it was not, or if the format hides the reason. */
  annulReason: string
  blocks: Block[]
  page: PageSetup
  check: CheckedAt | null
  /** Null where it is not approved yet. */
  approval: Approved | null
}

/** By what code and where anybody checks the document: a preview has no code yet. */
export interface CheckedAt {
  code: string
  /** The address of this installation, without a slash at its end. */
  site: string
}

export interface DocumentParts {
  organisation: Issuer & { logo?: Logo | null }
  format: { code: string; name: string }
  number: string | null
  date: string
  /** Preliminary where nothing is said, and in every preview. */
  kind?: DocumentKind
  annulledOn?: string
  annulReason?: string
  /** As `render` gives them. */
  blocks: readonly Block[]
  /** Who signs for the organisation: where the body says so, or else at its end. */
  signatures?: readonly Signature[]
  page?: PageSetup
  check?: CheckedAt
  approval?: Approved | null
  /** In a preview the gaps of what is not given stay, with their labels. */
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

/** The blocks with those who sign in their place; signatures that follow each other are one block. */
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

/** The words that stand around the text of every document, the same in HTML and PDF. */
export const wording = {
  /** Across every page and at its head; a final document has none. */
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

/** What the foot of every page calls the document. */
export function kindLine({ kind, annulledOn }: Pick<DocumentModel, 'kind' | 'annulledOn'>): string {
  if (kind === 'annulled') return annulledOn ? `Documento anulado el ${longDate(annulledOn)}` : 'Documento anulado'
  return kind === 'preliminary' ? 'Documento preliminar' : ''
}

/** Text under the letterhead of an annulled document; empty without a reason. */
export function annulNote({ annulledOn, annulReason }: Pick<DocumentModel, 'annulledOn' | 'annulReason'>): string {
  if (!annulReason.trim()) return ''
  return `Anulado${annulledOn ? ` el ${longDate(annulledOn)}` : ''}. Motivo: ${annulReason.trim()}`
}

/** The stamp beside the letterhead; empty where there is none. */
export function stampOf({ kind, number }: Pick<DocumentModel, 'kind' | 'number'>): string {
  const parts = [wording.mark[kind], number ? '' : wording.preview.toUpperCase()]
  return parts.filter(Boolean).join(' · ')
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

/** «Teléfono:» without its telephone says nothing. */
function saysSomething(line: readonly Run[]) {
  const text = plainText(line).trim()
  return text !== '' && (!text.endsWith(':') || line.some((run) => run.key !== undefined && !isGap(run)))
}
