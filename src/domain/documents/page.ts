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
export const defaultPageSetup: PageSetup = {
  size: 'letter',
  margins: 'normal',
  isJustified: true,
  textSize: 11,
  country: 'CO',
}

/** Parses the stored page settings of the organisation. The notation defaults to the organisation's own country. */
export function parseOrganisationPageSetup(settings: StoredPage): PageSetup {
  const { pageSize, pageMargins, pageRagged, pageCountry, country } = settings
  return {
    size: pageSizes.find((one) => one === pageSize) ?? defaultPageSetup.size,
    margins: marginWidths.find((one) => one === pageMargins) ?? defaultPageSetup.margins,
    isJustified: !pageRagged,
    textSize: defaultPageSetup.textSize,
    country: countryCodes.find((one) => one === (pageCountry || country)) ?? defaultPageSetup.country,
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
