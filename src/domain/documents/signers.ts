import type * as z from 'zod'
import type { Field, Values } from '../fields/field.ts'
import { formatValue, isFieldVisibleWithValues } from '../fields/values.ts'
import type { FormatInput } from '../formats/format.ts'
import type { Notation } from '../money/notation.ts'
import { findIdDocumentKind, formatIdWithKindAbbreviation, normalizeTypedId } from './id-number.ts'
import type { DocumentSigner, SignatureBlock } from './signature-block.ts'
import type { resolvedSignatorySchema } from './signer-output.ts'

export interface ResolvedSignatory extends z.infer<typeof resolvedSignatorySchema> {}

/** Key of the organisation's default signatory in maps by signatory id. Never equal to an id, because ids have 15 characters. */
export const organisationSignerKey = 'organisation'

/** Keys of the administrator's own signatures in a preview: as approver, and as organisation if registered. */
export const signerPreviewKeys = { approver: 'approving', organisation: 'approving organisation' } as const

export interface SigningContext {
  fields: readonly Field[]
  values: Values
  owner: string
  /** Approver; `null` while the approval is pending, empty if the format needs no approval. */
  approver: ResolvedSignatory | null | ''
  inPlaceOf?: string
  /** Day of the approval (`YYYY-MM-DD`); empty while the approval is pending. */
  approvedOn: string
  /** Returns a signatory by id or by `organisationSignerKey`; `undefined` if no signatory is available. */
  signatory: (id: string) => ResolvedSignatory | undefined
  notation?: Notation
}

export interface Signer extends Omit<DocumentSigner, 'image'> {
  /** True while the signer is unknown. `name` is then a placeholder. */
  isOpen?: boolean
  /** Id of the signatory, if the signer is a signatory. */
  id?: string
}

type SignerBlock = SignatureBlock & { outside?: number }

/** Returns the signature blocks of a format, and one for each outside signer who has none. A block is an outside signer's if it names the same field. */
export function listSignatureBlocks({
  signatures,
  signing,
}: Pick<FormatInput, 'signatures' | 'signing'>): SignerBlock[] {
  const blocks: SignerBlock[] = (signatures ?? []).map((block) => ({ ...block }))
  signing?.signers?.forEach(({ name, role }, outside) => {
    const own = blocks.find((block) => block.by === 'field' && block.name === name && block.outside === undefined)
    if (own) own.outside = outside
    else blocks.push({ by: 'field', name, caption: role, outside })
  })
  return blocks
}

/** Returns the signers of a format's signature blocks. Omits a block if the field with the signer's name is empty. */
export function resolveSigners(blocks: readonly SignerBlock[], context: SigningContext): Signer[] {
  return blocks.map((block) => resolveSigner(block, context)).filter((one) => one !== null)
}

function resolveSigner(block: SignerBlock, context: SigningContext): Signer | null {
  const { owner, approver, approvedOn, inPlaceOf, signatory } = context
  const approval = { approvedOn, ...(inPlaceOf && { inPlaceOf }) }
  const caption = block.caption ?? ''
  if (block.by === 'seal') return { caption, name: '(sello electrónico)', post: '', document: '', sealedOn: '' }
  const open = (name: string) => ({ caption, name, post: '', document: '', isOpen: true })
  const isApprover = ({ id }: ResolvedSignatory) =>
    id === signerPreviewKeys.organisation || (approver && id === approver.id)
  const named = (one: ResolvedSignatory) => {
    const { id, name, post, idDocument } = one
    return { caption, name, post, document: normalizeTypedId(idDocument), id, ...(isApprover(one) && approval) }
  }
  if (block.by === 'signatory') {
    const one = signatory(block.signatory)
    return one ? named(one) : open('(reemplazo del firmante)')
  }
  if (block.by === 'organisation' || block.by === 'approver') {
    const one = block.by === 'organisation' && signatory(organisationSignerKey)
    if (one) return named(one)
    if (approver === '') return null
    return approver ? named(approver) : { ...open('(quien apruebe)'), approvedOn: '' }
  }
  const said = { caption, post: print(block.post), document: print(block.document) }
  if (block.by === 'owner') return { ...said, name: owner }
  const name = print(block.name)
  return name ? { ...said, name, ...(block.outside !== undefined && { outside: block.outside }) } : null

  function print(key: string | undefined): string {
    return key === undefined ? '' : formatFieldValue(context, key)
  }
}

interface FormattedFields {
  fields: readonly Field[]
  values: Values
  notation?: Notation | undefined
}

/** Formats a field for a separate line, an identity number with its type. Empty if the field is empty or hidden. */
export function formatFieldValue({ fields, values, notation }: FormattedFields, key: string): string {
  const field = fields.find((one) => one.key === key)
  const value = values[key]
  if (!field || value === undefined || value === null || !isFieldVisibleWithValues(field, values)) return ''
  if (field.type !== 'idDocument') return formatValue(field, value, undefined, notation)
  const text = String(value)
  return formatIdWithKindAbbreviation(
    text,
    findIdDocumentKind(field, text, field.kindFrom ? values[field.kindFrom] : undefined),
    notation,
  )
}
