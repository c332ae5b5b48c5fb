import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ApprovalDetails } from '../domain/documents/approval.ts'
import type { Block, Signature } from '../domain/documents/blocks.ts'
import { buildDocumentModel, documentTexts } from '../domain/documents/document.ts'
import type { DocumentKind } from '../domain/documents/document-kind.ts'
import { readImageSize } from '../domain/documents/image-size.ts'
import type { Issuer } from '../domain/documents/issuer.ts'
import { layoutDocument } from '../domain/documents/layout/layout.ts'
import { type Logo, parseLogo } from '../domain/documents/logo.ts'
import type { PageSetup } from '../domain/documents/page.ts'
import { fetchWithRetry } from '../lib/retry.ts'
import s from './document-preview.module.css'
import { PreviewPage } from './preview-page.tsx'
import 'virtual:document-faces.css'

interface Props {
  organisation: Issuer & { logo: string | null }
  format: string
  number: string | null
  /** Verification code of the document. If missing, its space on the page is empty. */
  code?: string
  date: string
  blocks: readonly Block[]
  signatures?: readonly Signature[]
  page?: PageSetup
  /** Default: preliminary. */
  kind?: DocumentKind | ''
  /** Date of the annulment; empty if the document is not annulled. */
  annulledOn?: string
  annulReason?: string
  approval?: ApprovalDetails | null
  evidence?: readonly Block[]
  /** Key of the field that the user is editing; its value is highlighted. */
  active?: string
  /** Keys of optional fields; their missing values are not marked. */
  optional?: ReadonlySet<string>
}

const noKeys: ReadonlySet<string> = new Set()

/** Document preview with the page layout of the PDF. Marks missing values in the text. */
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
  evidence,
  active = '',
  optional = noKeys,
  blocks,
}: Props) {
  const { name, id, address, city, phone, web } = organisation
  const { by, keyName, isConfirmed, at = '' } = approval ?? {}
  const { data: logo = null } = useQuery(logoQuery(organisation.logo ?? ''))
  const laid = useMemo(() => {
    const issuer = { name, id, city, logo, ...(address && { address }), ...(phone && { phone }), ...(web && { web }) }
    const parts = { organisation: issuer, format: { code: '', name: format }, number, date, blocks }
    const check = { code, site: location.origin }
    return layoutDocument(
      buildDocumentModel({
        ...parts,
        check,
        ...(page && { page }),
        ...(signatures && { signatures }),
        ...(evidence && { evidence }),
        ...(kind && { kind }),
        annulledOn,
        annulReason,
        ...(by !== undefined && { approval: { by, keyName, isConfirmed, at } }),
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
    keyName,
    isConfirmed,
    at,
    evidence,
  ])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard
    <article className={s.frame} aria-label="Vista previa del documento" tabIndex={0} translate="no">
      {laid.pages.map((one, index) => (
        <PreviewPage
          // biome-ignore lint/suspicious/noArrayIndexKey: pages have no ids
          key={index}
          laid={laid}
          page={one}
          index={index}
          label={documentTexts.page(index + 1, laid.pages.length)}
          active={active}
          optional={optional}
        />
      ))}
    </article>
  )
}

/** Query for a logo by its URL, decoded as documents need it; `null` if the URL has no file. */
const logoQuery = (address: string) =>
  queryOptions({
    queryKey: ['logo', address],
    queryFn: async ({ signal }) => {
      const answer = await fetchWithRetry(address, { signal })
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`logo: ${answer.status}`)
      const bytes = new Uint8Array(await answer.arrayBuffer())
      return parseLogo(bytes) ?? toPreviewOnlyLogo(bytes, address)
    },
    enabled: address !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })

/**
 * Returns a logo for the preview only, in a format that the browser cannot convert for the PDF, such as a transparent
 * picture. The server decodes the logo for the PDF.
 */
function toPreviewOnlyLogo(bytes: Uint8Array, src: string): Logo | null {
  const size = readImageSize(bytes)
  return size.width && size.height ? { kind: 'png', ...size, pdf: '', data: '', src } : null
}
