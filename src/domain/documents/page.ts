import { type Country, countryCodes } from '../settings/country.ts'

export const pageSizes = ['letter', 'a4', 'legal'] as const
export const marginWidths = ['narrow', 'normal', 'wide'] as const
/** Sizes of the body text in points. */
export const textSizes = [10, 11, 12] as const

/** What a document is printed on, and how its text is set. */
export interface PageSetup {
  size: (typeof pageSizes)[number]
  margins: (typeof marginWidths)[number]
  /** Whether paragraphs end at the right margin, and not only begin at the left one. */
  isJustified: boolean
  textSize: (typeof textSizes)[number]
  /** Whose way to write figures. */
  country: Country
}

/** Letter is what Colombia prints on. */
export const defaultPage: PageSetup = {
  size: 'letter',
  margins: 'normal',
  isJustified: true,
  textSize: 11,
  country: 'CO',
}

/** The organisation's page as it is stored; what it writes figures like is its own country where it chose no other. */
export function organisationPage(stored: StoredPage): PageSetup {
  const { pageSize, pageMargins, pageRagged, pageCountry, country } = stored
  return {
    size: pageSizes.find((one) => one === pageSize) ?? defaultPage.size,
    margins: marginWidths.find((one) => one === pageMargins) ?? defaultPage.margins,
    isJustified: !pageRagged,
    textSize: defaultPage.textSize,
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
