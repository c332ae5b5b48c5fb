import type { Field, Values } from '../fields/field.ts'
import { isVisible, printValue } from '../fields/values.ts'
import type { Notation } from '../money/notation.ts'
import { findIdKind, shortId, tidyId } from './id-number.ts'
import type { KeptSigner, SignatureBlock } from './signing.ts'

/** Somebody who signs for the organisation, as far as his line says. */
export interface NamedSignatory {
  id: string
  name: string
  post: string
  idDocument: string
}

/** Under what a version tells who signs for the organisation; no id is so short. */
export const organisation = 'organisation'

/** Under what it tells an administrator how he himself would sign as whoever approves, and, if he is a signatory, for the organisation. */
export const approving = { approver: 'approving', organisation: 'approving organisation' } as const

/** What is known of a request when its document is drawn. */
export interface SigningContext {
  fields: readonly Field[]
  values: Values
  owner: string
  /** Whoever approved; null while nobody has, empty where nobody does. */
  approver: NamedSignatory | null | ''
  /** Day of the approval, empty if still to come: `YYYY-MM-DD`. */
  approvedOn: string
  /** Who signs where a block names this signatory, or the `organisation`; undefined where nobody may. */
  signatory: (id: string) => NamedSignatory | undefined
  notation?: Notation
}

/** Whoever signs at one block. */
export interface Signer extends Omit<KeptSigner, 'image'> {
  /** Nobody yet: the name only says who is to come. */
  isOpen?: boolean
  /** Of the signatory, where it is one. */
  id?: string
}

/** Who signs where a format says so; a block of somebody that no field names is left out. */
export function signersOf(blocks: readonly SignatureBlock[], context: SigningContext): Signer[] {
  return blocks.map((block) => drawn(block, context)).filter((one) => one !== null)
}

function drawn(block: SignatureBlock, context: SigningContext): Signer | null {
  const { owner, approver, approvedOn, signatory } = context
  const caption = block.caption ?? ''
  const open = (name: string) => ({ caption, name, post: '', document: '', isOpen: true })
  const isApprover = ({ id }: NamedSignatory) => id === approving.organisation || (approver && id === approver.id)
  const named = (one: NamedSignatory) => {
    const { id, name, post, idDocument } = one
    return { caption, name, post, document: tidyId(idDocument), id, ...(isApprover(one) && { approvedOn }) }
  }
  if (block.by === 'signatory') {
    const one = signatory(block.signatory)
    return one ? named(one) : open('(quien reemplace al firmante)')
  }
  if (block.by === 'organisation' || block.by === 'approver') {
    const one = block.by === 'organisation' && signatory(organisation)
    if (one) return named(one)
    if (approver === '') return null
    return approver ? named(approver) : { ...open('(quien apruebe)'), approvedOn: '' }
  }
  const said = { caption, post: print(block.post), document: print(block.document) }
  if (block.by === 'owner') return { ...said, name: owner }
  const name = print(block.name)
  return name ? { ...said, name } : null

  function print(key: string | undefined): string {
    return key === undefined ? '' : printKnown(context, key)
  }
}

interface Known {
  fields: readonly Field[]
  values: Values
  notation?: Notation | undefined
}

/** What a field tells of somebody who stands alone on a line; an identity document with its kind, where one is told. */
export function printKnown({ fields, values, notation }: Known, key: string): string {
  const field = fields.find((one) => one.key === key)
  const value = values[key]
  if (!field || value === undefined || value === null || !isVisible(field, values)) return ''
  if (field.type !== 'idDocument') return printValue(field, value, undefined, notation)
  const text = String(value)
  return shortId(text, findIdKind(field, text, field.kindFrom ? values[field.kindFrom] : undefined), notation)
}
