import { type Country, countryCodes } from '../settings/country.ts'
import { marginWidths, pageSizes, type textSizes } from '../settings/page-options.ts'

export interface PageSetup {
  size: (typeof pageSizes)[number]
  margins: (typeof marginWidths)[number]
  /** True for justified text. False for text with a ragged right edge. */
  isJustified: boolean
  textSize: (typeof textSizes)[number]
  /** Country that determines the notation of numbers and dates. */
  country: Country
}

/** Default page settings; documents in Colombia are printed on Letter paper. */
export const defaultPageSetup: PageSetup = {
  size: 'letter',
  margins: 'normal',
  isJustified: true,
  textSize: 11,
  country: 'CO',
}

/** Parses the stored page settings of the organisation. The default notation is that of the organisation's country. */
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
  /** Country of the notation. Empty: same as `country`. */
  pageCountry: string
  country: string
}
