import type { IdDocumentKind } from '../fields/field-types.ts'
import type { Country } from '../settings/country.ts'

/** Notation of numbers, dates and money in a country's documents. */
export interface Notation {
  decimal: ',' | '.'
  thousands: '.' | ','
  /** Separator between day, month and year. */
  date: '/' | '-'
  /** Separator between currency symbol and amount. */
  gap: ' ' | ''
  /** Currency symbols in documents that differ from the symbols in forms, by currency code. In documents, `$` alone is the country's own currency. */
  signs: Readonly<Record<string, string>>
  /** Types of identity document whose digits are printed in groups separated by points. */
  idKinds: readonly IdDocumentKind[]
}

const idKinds = ['CC', 'CE', 'TI', 'NIT', 'RUT'] as const
const comma = { decimal: ',', thousands: '.', date: '/', idKinds } as const
const point = { decimal: '.', thousands: ',', date: '/', idKinds } as const
const usual = { ...comma, gap: ' ', signs: {} } as const
const foreign = { ARS: 'ARS', CLP: 'CLP', COP: 'COP' } as const

/**
 * Notations by country, according to the CLDR. Two rules of the Real Academia Española take precedence: a space before `%`, and two digits for day
 * and month.
 */
const notation: Readonly<Record<Country, Notation>> = {
  AR: { ...comma, gap: ' ', signs: { ...foreign, ARS: '$' }, idKinds: [...idKinds, 'DNI'] },
  CL: { ...comma, date: '-', gap: '', signs: { ...foreign, CLP: '$' } },
  CO: { ...usual, signs: { ...foreign, COP: '$' } },
  EC: { ...comma, gap: '', signs: { ...foreign, USD: '$' }, idKinds: idKinds.filter((kind) => kind !== 'CC') },
  MX: { ...point, gap: '', signs: { ...foreign, MXN: '$' } },
  PE: { ...point, gap: ' ', signs: foreign },
}

/** Default notation of forms and sheets. It is the same in every country, because each field shows its currency. */
export const defaultNotation: Notation = usual

export function getNotation(country: string): Notation {
  return Object.hasOwn(notation, country) ? notation[country as Country] : defaultNotation
}
