import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import { tidyId } from './id-number.ts'
import type { Logo } from './logo.ts'
import type { FormatPaper } from './paper.ts'
import { printKnown } from './signers.ts'

/** Whose letterhead a document has; of what is empty nothing is said, without a name there is none. */
export interface Issuer {
  name: string
  id: string
  address?: string
  city: string
  phone?: string
  web?: string
}

/** The lines under the name of the organisation, in their parts: who it is, and where one reaches it. */
export function letterheadLines({ id, address = '', city, phone = '', web = '' }: Issuer): string[][] {
  const lines = [
    [tidyId(id), city],
    [address, phone, web],
  ]
  return lines.map((parts) => parts.filter((part) => part.trim())).filter((parts) => parts.length)
}

/** Between two parts of a line. */
export const letterheadGap = ' · '

/** Whose letterhead a document has: the organisation's, that of whoever its fields name, or none. */
export function issuerOf<Head extends Issuer & { logo?: Logo | string | null }>(
  { fields, paper }: { fields: readonly Field[]; paper?: FormatPaper | null | undefined },
  values: Values,
  organisation: Head,
  notation?: Notation,
): Head | (Issuer & { logo: null }) {
  const { letterhead, issuer: named } = paper ?? {}
  if (!letterhead) return organisation
  const said = (key: string | undefined) =>
    letterhead === 'issuer' && key ? printKnown({ fields, values, notation }, key) : ''
  return {
    name: said(named?.name),
    id: said(named?.id),
    address: said(named?.address),
    city: said(named?.city),
    phone: said(named?.phone),
    web: said(named?.web),
    logo: null,
  }
}
