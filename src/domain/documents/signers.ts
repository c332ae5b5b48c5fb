import type { Field, Values } from '../fields/field.ts'
import { formatValue, isVisible } from '../fields/values.ts'
import type { Notation } from '../money/notation.ts'
import { findIdKind, formatIdWithShortKind, normalizeTypedId } from './id-number.ts'
import type { DocumentSigner, SignatureBlock } from './signature-block.ts'

/** Signatory's data printed below a signature. */
export interface NamedSignatory {
  id: string
  name: string
  post: string
  idDocument: string
}

/** Key of the organisation's default signatory in maps by signatory id. Ids have 15 characters, so none equals it. */
export const organisationSignerKey = 'organisation'

/**
 * Keys of the signers in an administrator's preview. The administrator signs as approver, and as the organisation if registered as signatory.
 */
export const previewSignerKeys = { approver: 'approving', organisation: 'approving organisation' } as const

/** Request data needed to resolve the signers of its document. */
export interface SigningContext {
  fields: readonly Field[]
  values: Values
  owner: string
  /** Approver; null while pending, empty if the format needs no approval. */
  approver: NamedSignatory | null | ''
  /** Approval day `YYYY-MM-DD`; empty if still pending. */
  approvedOn: string
  /** Returns the signatory for a signatory id or for `organisation`; undefined if no signatory is available. */
  signatory: (id: string) => NamedSignatory | undefined
  notation?: Notation
}

/** Signer of one signature block. */
export interface Signer extends Omit<DocumentSigner, 'image'> {
  /** True while the signer is undetermined; `name` is then a placeholder. */
  isOpen?: boolean
  /** Id of the signatory, if the signer is one. */
  id?: string
}

/** Returns the signers of a format's signature blocks; omits blocks whose name field is empty. */
export function resolveSigners(blocks: readonly SignatureBlock[], context: SigningContext): Signer[] {
  return blocks.map((block) => resolveSigner(block, context)).filter((one) => one !== null)
}

function resolveSigner(block: SignatureBlock, context: SigningContext): Signer | null {
  const { owner, approver, approvedOn, signatory } = context
  const caption = block.caption ?? ''
  const open = (name: string) => ({ caption, name, post: '', document: '', isOpen: true })
  const isApprover = ({ id }: NamedSignatory) =>
    id === previewSignerKeys.organisation || (approver && id === approver.id)
  const named = (one: NamedSignatory) => {
    const { id, name, post, idDocument } = one
    return { caption, name, post, document: normalizeTypedId(idDocument), id, ...(isApprover(one) && { approvedOn }) }
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
  return name ? { ...said, name } : null

  function print(key: string | undefined): string {
    return key === undefined ? '' : formatFieldValue(context, key)
  }
}

interface FormattedFields {
  fields: readonly Field[]
  values: Values
  notation?: Notation | undefined
}

/**
 * Formats a field value for a line of its own; an identity document includes its kind. Returns an empty string if the
 * value is empty or hidden.
 */
export function formatFieldValue({ fields, values, notation }: FormattedFields, key: string): string {
  const field = fields.find((one) => one.key === key)
  const value = values[key]
  if (!field || value === undefined || value === null || !isVisible(field, values)) return ''
  if (field.type !== 'idDocument') return formatValue(field, value, undefined, notation)
  const text = String(value)
  return formatIdWithShortKind(
    text,
    findIdKind(field, text, field.kindFrom ? values[field.kindFrom] : undefined),
    notation,
  )
}
