import { type Block, type Signature, signatureOf } from '../domain/documents/blocks.ts'
import { dated } from '../domain/documents/document-date.ts'
import { type Issuer, issuerOf } from '../domain/documents/issuer.ts'
import type { Logo } from '../domain/documents/logo.ts'
import type { PageSetup } from '../domain/documents/page.ts'
import { pageSetupOf } from '../domain/documents/page-setup.ts'
import { preview } from '../domain/documents/render.ts'
import { approving, organisation as forOrganisation, signersOf } from '../domain/documents/signers.ts'
import type { KeptSigners } from '../domain/documents/signing.ts'
import type { Values } from '../domain/fields/field.ts'
import type { FormatVersion } from '../domain/formats/format.ts'
import { notationOf } from '../domain/money/notation.ts'
import { withFilled } from '../domain/requests/filled.ts'

export type SignaturePicture = Pick<Logo, 'src' | 'width' | 'height'>

interface Source {
  version: Pick<FormatVersion, 'fields' | 'body'> &
    Partial<Pick<FormatVersion, 'signatures' | 'signatories' | 'paper' | 'deciderFields'>>
  /** With the computed ones. */
  values: Values
  /** What deciders filled; what they are still to fill is blank. */
  filled?: Values | undefined
  /** The organisation's letterhead; its logo by its address. */
  organisation: Issuer & { logo: string; page: PageSetup }
  /** Name of whoever asks. */
  owner: string
  /** Day of the decision, today where there was none: `YYYY-MM-DD`. */
  decided: string
  /** It waits for whoever reads it: where he decides, he signs. */
  isWaiting?: boolean
  /** Nobody approves: what is sent is approved. */
  isApprovedAtOnce?: boolean
  /** Who signed the document that there is. */
  signed?: KeptSigners | null | undefined
  /** Scanned signatures that the reader may see, by the id of the signer or of the kept picture. */
  pictures?: Readonly<Record<string, SignaturePicture>> | undefined
}

interface Sketch {
  organisation: Issuer & { logo: string | null }
  blocks: Block[]
  date: string
  page: PageSetup
  signatures: Signature[]
}

function pictureOf(
  pictures: Readonly<Record<string, SignaturePicture>>,
  { id, image }: { id?: string; image?: string },
) {
  const found = pictures[image || id || '']
  return found ? ({ kind: 'png', pdf: '', data: '', ...found } as const) : null
}

/** Returns what the document of a request says, as the server will draw it; with the scanned signatures among `pictures`. */
export function sketchOf({
  version,
  values: own,
  filled = {},
  organisation: given,
  owner,
  decided,
  isWaiting,
  isApprovedAtOnce,
  signed,
  pictures = {},
}: Source): Sketch {
  const { body, paper, signatures = [], signatories = [] } = version
  const { fields, values } = withFilled(version, own, filled)
  const said = dated({ fields, paper }, values, decided)
  const { page: usual, ...organisation } = given
  const page = pageSetupOf(paper, usual)
  const notation = notationOf(page.country)
  const named = (id: string) => signatories.find((one) => one.id === id)
  const reader = (id: string) => (isWaiting ? named(id) : undefined)
  const signers =
    signed?.signers ??
    signersOf(signatures, {
      fields,
      values,
      owner,
      approver: isApprovedAtOnce ? '' : (reader(approving.approver) ?? null),
      approvedOn: decided,
      signatory: (id) => (id === forOrganisation && reader(approving.organisation)) || named(id),
      notation,
    })
  return {
    organisation: issuerOf(version, values, organisation, notation),
    blocks: preview(body, said.fields, said.values, organisation.name, notation),
    date: said.date,
    page,
    signatures: signers.map((signer) => signatureOf(signer, pictureOf(pictures, signer))),
  }
}
