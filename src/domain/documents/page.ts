import { type Country, countryCodes } from '../settings/country.ts'

export const pageSizes = ['letter', 'a4', 'legal'] as const
export const marginWidths = ['narrow', 'normal', 'wide'] as const
export const textSizes = [10, 11, 12] as const

export interface PageSetup {
  size: (typeof pageSizes)[number]
  margins: (typeof marginWidths)[number]
  /** True for justified text, false for ragged-right text. */
  isJustified: boolean
  textSize: (typeof textSizes)[number]
  /** Country whose number and date notation is used. */
  country: Country
}

/** Default page setup; Colombia prints on Letter. */
export const defaultPage: PageSetup = {
  size: 'letter',
  margins: 'normal',
  isJustified: true,
  textSize: 11,
  country: 'CO',
}

/** Parses the stored page settings of the organisation. The notation defaults to the organisation's own country. */
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
  /** Empty means the same as `country`. */
  pageCountry: string
  country: string
}
