import { type Block, printed } from './blocks.ts'
import type { Logo } from './logo.ts'

/** All that a document says, ready for the writers of PDF and HTML. */
export interface DocumentModel {
  organisation: { name: string; id: string; city: string; logo: Logo | null }
  format: { code: string; name: string }
  /** Null in a preview, which has no number yet. */
  number: string | null
  /** `YYYY-MM-DD` */
  date: string
  blocks: Block[]
}

export interface DocumentParts {
  organisation: { name: string; id: string; city: string; logo?: Logo | null }
  format: { code: string; name: string }
  number: string | null
  date: string
  /** As `render` gives them. */
  blocks: readonly Block[]
}

export function documentModel({ organisation, format, number, date, blocks }: DocumentParts): DocumentModel {
  return {
    organisation: { ...organisation, logo: organisation.logo ?? null },
    format,
    number,
    date,
    blocks: printed(blocks),
  }
}

/** The words that stand around the text of every document, the same in HTML and PDF. */
export const wording = {
  mark: 'PRELIMINAR',
  kind: 'Documento preliminar',
  preview: 'Vista previa',
  noNumber: 'Sin número',
  number: 'N.º',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
} as const

/** The line under the name of the organisation. */
export function letterheadLine({ id, city }: { id: string; city: string }): string {
  return [id, city].filter((part) => part.trim()).join(' · ')
}
