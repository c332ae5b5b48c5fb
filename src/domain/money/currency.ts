import type { Country } from '../settings/country.ts'

interface Currency {
  /** Number of decimals, both stored and printed. */
  decimals: 0 | 2
  symbol: string
  /** True if a bare `$` in a cell may mean this currency. */
  dollarSign: boolean
  singular: string
  plural: string
  /** Form of the hundredths in an amount in words; `hundredths`: «50/100». */
  cents: 'centavos' | 'céntimos' | 'hundredths' | 'none'
  /**
   * Position of the currency's name in an amount in words: after or before the number, or `last`, after the hundredths.
   */
  place: 'after' | 'before' | 'last'
  suffix: string
}

const pesos = { dollarSign: true, singular: 'peso', plural: 'pesos', place: 'after' } as const

/** Currencies that formats can use. They follow the conventions of each country's cheques and invoices. */
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

/** Currency codes in the order in which the editor lists them. */
export const currencyCodes = Object.keys(currencies)

/** Currency of each country, for new money fields. */
export const countryCurrencies = {
  AR: 'ARS',
  CL: 'CLP',
  CO: 'COP',
  EC: 'USD',
  MX: 'MXN',
  PE: 'PEN',
} as const satisfies Record<Country, keyof typeof currencies>

/** Returns the currency of an ISO 4217 code; `undefined` if the code is missing or unsupported. */
export function findCurrency(code: string | undefined): Currency | undefined {
  return code !== undefined && Object.hasOwn(currencies, code) ? currencies[code as keyof typeof currencies] : undefined
}

/** Returns the number of decimals of a currency; 2 if the code is missing or unsupported. */
export function getCurrencyDecimals(code: string | undefined): number {
  return findCurrency(code)?.decimals ?? 2
}
