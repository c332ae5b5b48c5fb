import type { IdKind } from '../fields/field-types.ts'
import type { Country } from '../settings/country.ts'

/** Notation of numbers, dates and money in the documents of a country. */
export interface Notation {
  decimal: ',' | '.'
  thousands: '.' | ','
  /** Separator of day, month and year. */
  date: '/' | '-'
  /** Separator of currency symbol and amount. */
  gap: ' ' | ''
  /** Currency symbols that differ from those in forms, because a bare `$` means the country's own currency. */
  signs: Readonly<Record<string, string>>
  /** Kinds of identity document whose digits are printed in groups separated by points. */
  idKinds: readonly IdKind[]
}

const idKinds = ['CC', 'CE', 'TI', 'NIT', 'RUT'] as const
const comma = { decimal: ',', thousands: '.', date: '/', idKinds } as const
const point = { decimal: '.', thousands: ',', date: '/', idKinds } as const
const usual = { ...comma, gap: ' ', signs: {} } as const
const foreign = { ARS: 'ARS', CLP: 'CLP', COP: 'COP' } as const

/**
 * Notations by country, after the CLDR. Two rules of the Real Academia Española take precedence: a space before `%`,
 * and two-digit days and months.
 */
const notation: Readonly<Record<Country, Notation>> = {
  AR: { ...comma, gap: ' ', signs: { ...foreign, ARS: '$' }, idKinds: [...idKinds, 'DNI'] },
  CL: { ...comma, date: '-', gap: '', signs: { ...foreign, CLP: '$' } },
  CO: { ...usual, signs: { ...foreign, COP: '$' } },
  EC: { ...comma, gap: '', signs: { ...foreign, USD: '$' }, idKinds: idKinds.filter((kind) => kind !== 'CC') },
  MX: { ...point, gap: '', signs: { ...foreign, MXN: '$' } },
  PE: { ...point, gap: ' ', signs: foreign },
}

/** Default notation of forms and sheets in every country, because each field shows its currency. */
export const defaultNotation: Notation = usual

export function getNotation(country: string): Notation {
  return Object.hasOwn(notation, country) ? notation[country as Country] : defaultNotation
}
