interface Currency {
  /** Kept and printed with exactly these. */
  decimals: 0 | 2
  symbol: string
  /** Whether a bare `$` in a cell may mean it. */
  dollarSign: boolean
  singular: string
  plural: string
  /** How its hundredths are said in a document, after (or before) the amount in words. */
  cents: 'centavos' | 'céntimos' | 'hundredths' | 'none'
  /** Where the name of the currency stands in a sum in words. */
  place: 'after' | 'before' | 'last'
  suffix: string
}

const pesos = { dollarSign: true, singular: 'peso', plural: 'pesos', place: 'after' } as const

/** The currencies that a format may name, each with the custom of its own country's cheques and invoices. */
const currencies = {
  COP: { ...pesos, decimals: 2, symbol: '$', cents: 'centavos', suffix: 'm/cte' },
  USD: {
    decimals: 2,
    symbol: 'US$',
    dollarSign: true,
    singular: 'dólar de los Estados Unidos de América',
    plural: 'dólares de los Estados Unidos de América',
    cents: 'centavos',
    place: 'after',
    suffix: '',
  },
  EUR: {
    decimals: 2,
    symbol: '€',
    dollarSign: false,
    singular: 'euro',
    plural: 'euros',
    cents: 'céntimos',
    place: 'after',
    suffix: '',
  },
  MXN: { ...pesos, decimals: 2, symbol: 'MX$', cents: 'hundredths', suffix: 'm.n.' },
  PEN: {
    decimals: 2,
    symbol: 'S/',
    dollarSign: false,
    singular: 'sol',
    plural: 'soles',
    cents: 'hundredths',
    place: 'last',
    suffix: '',
  },
  CLP: { ...pesos, decimals: 0, symbol: '$', cents: 'none', suffix: '' },
  ARS: { ...pesos, decimals: 2, symbol: '$', cents: 'hundredths', suffix: '', place: 'before' },
} as const satisfies Record<string, Currency>

/** Their codes, in the order in which an administrator chooses. */
export const currencyCodes = Object.keys(currencies)

/** By its ISO 4217 code; undefined for none, and for one that is not known here. */
export function currencyOf(code: string | undefined): Currency | undefined {
  return code !== undefined && Object.hasOwn(currencies, code) ? currencies[code as keyof typeof currencies] : undefined
}

/** Money without a currency has two decimals and no sign. */
export function decimalsOf(code: string | undefined): number {
  return currencyOf(code)?.decimals ?? 2
}
