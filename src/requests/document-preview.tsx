import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Approved } from '../domain/documents/approval.ts'
import type { Block, Signature } from '../domain/documents/blocks.ts'
import { documentModel, wording } from '../domain/documents/document.ts'
import type { DocumentKind } from '../domain/documents/document-kind.ts'
import type { Issuer } from '../domain/documents/issuer.ts'
import { layOut } from '../domain/documents/layout/layout.ts'
import type { PageSetup } from '../domain/documents/page.ts'
import s from './document-preview.module.css'
import { logoOf } from './logo-file.ts'
import { PreviewPage } from './preview-page.tsx'
import 'virtual:document-faces.css'

interface Props {
  organisation: Issuer & { logo: string | null }
  /** Its name. */
  format: string
  number: string | null
  /** By which it is checked; until there is one its place stays empty. */
  code?: string
  /** `YYYY-MM-DD` */
  date: string
  blocks: readonly Block[]
  /** Who signs for the organisation. */
  signatures?: readonly Signature[]
  page?: PageSetup
  /** Preliminary where nothing is said. */
  kind?: DocumentKind | ''
  /** The day on which it was annulled, empty for any other. */
  annulledOn?: string
  annulReason?: string
  approval?: Approved | null
  /** Key of the value to mark: the one that is being typed. */
  active?: string
  /** Keys of values that may stay away: their gaps ask for nothing. */
  optional?: ReadonlySet<string>
}

const none: ReadonlySet<string> = new Set()

/** The pages as the PDF will have them, line by line; what is missing is marked where it will stand. */
export function DocumentPreview({
  organisation,
  format,
  number,
  code = '',
  date,
  page,
  signatures,
  kind = '',
  annulledOn = '',
  annulReason = '',
  approval = null,
  active = '',
  optional = none,
  blocks,
}: Props) {
  const { name, id, address, city, phone, web } = organisation
  const { by, at = '', version = 0 } = approval ?? {}
  const { data: logo = null } = useQuery(logoOf(organisation.logo ?? ''))
  const laid = useMemo(() => {
    const issuer = { name, id, city, logo, ...(address && { address }), ...(phone && { phone }), ...(web && { web }) }
    const parts = { organisation: issuer, format: { code: '', name: format }, number, date, blocks }
    const check = { code, site: location.origin }
    return layOut(
      documentModel({
        ...parts,
        check,
        ...(page && { page }),
        ...(signatures && { signatures }),
        ...(kind && { kind }),
        annulledOn,
        annulReason,
        ...(by !== undefined && { approval: { by, at, version } }),
        keepsGaps: true,
      }),
    )
  }, [
    name,
    id,
    address,
    city,
    phone,
    web,
    logo,
    format,
    number,
    code,
    date,
    blocks,
    page,
    signatures,
    kind,
    annulledOn,
    annulReason,
    by,
    at,
    version,
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by the keyboard
    <article className={s.frame} aria-label="Vista previa del documento" tabIndex={0}>
      {laid.pages.map((one, index) => (
        <PreviewPage
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no other identity than their place
          key={index}
          laid={laid}
          page={one}
          index={index}
          label={wording.page(index + 1, laid.pages.length)}
          active={active}
          optional={optional}
        />
      ))}
    </article>
  )
}
