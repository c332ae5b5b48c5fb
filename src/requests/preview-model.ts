import { type Block, createSignature, type Signature } from '../domain/documents/blocks.ts'
import { resolveDocumentDate } from '../domain/documents/document-date.ts'
import { buildEvidenceBlocks } from '../domain/documents/evidence.ts'
import { type Issuer, resolveIssuer } from '../domain/documents/issuer.ts'
import type { Logo } from '../domain/documents/logo.ts'
import type { PageSetup } from '../domain/documents/page.ts'
import { resolvePageSetup } from '../domain/documents/page-setup.ts'
import { renderPreview } from '../domain/documents/render.ts'
import type { DocumentSigners } from '../domain/documents/signature-block.ts'
import {
  organisationSignerKey as forOrganisation,
  listSignatureBlocks,
  resolveSigners,
  signerPreviewKeys,
} from '../domain/documents/signers.ts'
import type { Values } from '../domain/fields/field.ts'
import type { FormatVersion } from '../domain/formats/format.ts'
import { getNotation } from '../domain/money/notation.ts'
import { mergeApproverFields } from '../domain/requests/approver-fields.ts'

type SignatureImage = Pick<Logo, 'src' | 'width' | 'height'>

interface PreviewSource {
  version: Pick<FormatVersion, 'fields' | 'body'> &
    Partial<Pick<FormatVersion, 'signatures' | 'signatories' | 'signing' | 'paper' | 'approverFields'>>
  values: Values
  /** Values of the approver fields; missing values are blank. */
  filled?: Values | undefined
  /** Letterhead of the organisation; `logo` is its URL. */
  organisation: Issuer & { logo: string; page: PageSetup }
  owner: string
  /** Date of the decision, or today if undecided: `YYYY-MM-DD`. */
  decided: string
  /**
   * True for a submitted request. If the current user is a signatory, the approver's signature line then shows that
   * user.
   */
  isWaiting?: boolean
  /** True if the format has no approval steps, so that submitting approves the request. */
  isApprovedAtOnce?: boolean
  /** Signatories of the existing document. */
  signed?: DocumentSigners | null | undefined
  /** Blocks of the document's evidence page; by default, those of a document that is not approved. */
  evidence?: Block[] | undefined
  /** Scanned signatures that the user may see, by signatory id or picture id. */
  pictures?: Readonly<Record<string, SignatureImage>> | undefined
}

interface PreviewModel {
  organisation: Issuer & { logo: string | null }
  blocks: Block[]
  date: string
  page: PageSetup
  signatures: Signature[]
  evidence: Block[]
}

function findSignatureImage(
  pictures: Readonly<Record<string, SignatureImage>>,
  { id, image }: { id?: string; image?: string },
) {
  const found = pictures[image || id || '']
  return found ? ({ kind: 'png', pdf: '', data: '', ...found } as const) : null
}

/**
 * Builds the document content of a request as the server would render it, with the scanned signatures from `pictures`.
 */
export function buildPreviewModel({
  version,
  values: own,
  filled = {},
  organisation: settings,
  owner,
  decided,
  isWaiting,
  isApprovedAtOnce,
  signed,
  evidence = version.paper?.evidence ? buildEvidenceBlocks(null, '') : [],
  pictures = {},
}: PreviewSource): PreviewModel {
  const { body, paper, signatories = [] } = version
  const { fields, values } = mergeApproverFields(version, own, filled)
  const said = resolveDocumentDate({ fields, paper }, values, decided)
  const { page: usual, ...organisation } = settings
  const page = resolvePageSetup(paper, usual)
  const notation = getNotation(page.country)
  const named = (id: string) => signatories.find((one) => one.id === id)
  const reader = (id: string) => (isWaiting ? named(id) : undefined)
  const signers =
    signed?.signers ??
    resolveSigners(listSignatureBlocks(version), {
      fields,
      values,
      owner,
      approver: isApprovedAtOnce ? '' : (reader(signerPreviewKeys.approver) ?? null),
      approvedOn: decided,
      signatory: (id) => (id === forOrganisation && reader(signerPreviewKeys.organisation)) || named(id),
      notation,
    })
  return {
    organisation: resolveIssuer(version, values, organisation, notation),
    blocks: renderPreview(body, said.fields, said.values, organisation.name, notation),
    date: said.date,
    page,
    signatures: signers.map((signer) => createSignature(signer, findSignatureImage(pictures, signer))),
    evidence,
  }
}
