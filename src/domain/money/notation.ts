import type { IdKind } from '../fields/field-types.ts'
import type { Country } from '../settings/country.ts'

/** How a country writes in figures what its documents say. */
export interface Notation {
  decimal: ',' | '.'
  thousands: '.' | ','
  /** Between day, month and year. */
  date: '/' | '-'
  /** Between a currency's sign and its amount. */
  gap: ' ' | ''
  /** The signs of currencies, where they are others than in a form: a bare `$` is the country's own, and all else would be taken for it. */
  signs: Readonly<Record<string, string>>
  /** Kinds of identity document whose digits documents group by points. */
  idKinds: readonly IdKind[]
}

const idKinds = ['CC', 'CE', 'TI', 'NIT', 'RUT'] as const
const comma = { decimal: ',', thousands: '.', date: '/', idKinds } as const
const point = { decimal: '.', thousands: ',', date: '/', idKinds } as const
const usual = { ...comma, gap: ' ', signs: {} } as const
const foreign = { ARS: 'ARS', CLP: 'CLP', COP: 'COP' } as const

/** After the CLDR, but for what the Academy asks of all: the space before `%`, days and months of two digits. */
const notation: Readonly<Record<Country, Notation>> = {
  AR: { ...comma, gap: ' ', signs: { ...foreign, ARS: '$' }, idKinds: [...idKinds, 'DNI'] },
  CL: { ...comma, date: '-', gap: '', signs: { ...foreign, CLP: '$' } },
  CO: { ...usual, signs: { ...foreign, COP: '$' } },
  EC: { ...comma, gap: '', signs: { ...foreign, USD: '$' }, idKinds: idKinds.filter((kind) => kind !== 'CC') },
  MX: { ...point, gap: '', signs: { ...foreign, MXN: '$' } },
  PE: { ...point, gap: ' ', signs: foreign },
}

/** That of forms and sheets, wherever they are filled in: each field says its currency beside it. */
export const usualNotation: Notation = usual

export function notationOf(country: string): Notation {
  return Object.hasOwn(notation, country) ? notation[country as Country] : usualNotation
}
