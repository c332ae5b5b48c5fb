import type { Field, Values } from '../fields/field.ts'
import type { Notation } from '../money/notation.ts'
import type { Country } from '../settings/country.ts'
import { normalizeTypedId } from './id-number.ts'
import type { Logo } from './logo.ts'
import type { FormatPaperSettings } from './paper.ts'
import { formatFieldValue } from './signers.ts'

/** Letterhead of a document. Empty parts are not printed; if the name is empty, nothing is printed. */
export interface Issuer {
  name: string
  id: string
  address?: string
  city: string
  phone?: string
  web?: string
}

/** Returns the parts of each line below the organisation's name: identity number and city, then contact data. */
export function getLetterheadLines(
  { id, address = '', city, phone = '', web = '' }: Issuer,
  country: Country,
): string[][] {
  const lines = [
    [normalizeTypedId(id, country), city],
    [address, phone, web],
  ]
  return lines.map((parts) => parts.filter((part) => part.trim())).filter((parts) => parts.length)
}

/** Separator between the parts of a line in the letterhead. */
export const letterheadSeparator = ' · '

/** Returns the letterhead that the format selects: the organisation's, one made from field values, or none. */
export function resolveIssuer<Head extends Issuer & { logo?: Logo | string | null }>(
  { fields, paper }: { fields: readonly Field[]; paper?: FormatPaperSettings | null | undefined },
  values: Values,
  organisation: Head,
  notation?: Notation,
): Head | (Issuer & { logo: null }) {
  const { letterhead, issuer: named } = paper ?? {}
  if (!letterhead) return organisation
  const said = (key: string | undefined) =>
    letterhead === 'issuer' && key ? formatFieldValue({ fields, values, notation }, key) : ''
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
