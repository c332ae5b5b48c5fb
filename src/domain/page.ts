import { type Country, countryCodes } from './country.ts'
import { shortDate } from './date.ts'
import { printDecimal } from './decimal.ts'
import { notationOf } from './notation.ts'

/** Of paper and margins, what an administrator chooses among. */
export const pageSizeNames = {
  letter: 'Carta (21,6 × 27,9 cm)',
  a4: 'A4 (21 × 29,7 cm)',
  legal: 'Legal (21,6 × 35,6 cm)',
} as const
export const marginNames = {
  narrow: 'Estrechos (2 cm)',
  normal: 'Normales (2,8 cm)',
  wide: 'Amplios (3,5 cm)',
} as const
export type PageSize = keyof typeof pageSizeNames
export type Margins = keyof typeof marginNames
export const pageSizes = Object.keys(pageSizeNames) as [PageSize, ...PageSize[]]
export const marginWidths = Object.keys(marginNames) as [Margins, ...Margins[]]

/** What a document is printed on, and how its text is set. */
export interface PageSetup {
  size: PageSize
  margins: Margins
  /** Whether paragraphs end at the right margin, and not only begin at the left one. */
  isJustified: boolean
  /** Whose way to write figures. */
  country: Country
}

/** Letter is what Colombia prints on. */
export const defaultPage: PageSetup = { size: 'letter', margins: 'normal', isJustified: true, country: 'CO' }

/** The organisation's page as it is stored; what it writes figures like is its own country where it chose no other. */
export function organisationPage(stored: StoredPage): PageSetup {
  const { pageSize, pageMargins, pageRagged, pageCountry, country } = stored
  return {
    size: pageSizes.find((one) => one === pageSize) ?? defaultPage.size,
    margins: marginWidths.find((one) => one === pageMargins) ?? defaultPage.margins,
    isJustified: !pageRagged,
    country: countryCodes.find((one) => one === (pageCountry || country)) ?? defaultPage.country,
  }
}

interface StoredPage {
  pageSize: string
  pageMargins: string
  pageRagged: boolean
  /** Empty: as `country`. */
  pageCountry: string
  country: string
}

/** How figures look in a country: «1.234.567,50 · 03/04/2025». */
export function notationSample(country: string): string {
  const notation = notationOf(country)
  return `${printDecimal('1234567.50', notation)} · ${shortDate('2025-04-03', notation.date)}`
}
