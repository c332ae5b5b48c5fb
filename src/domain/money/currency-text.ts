import { countryCodes } from '../settings/country.ts'
import { currencyCodes, findCurrency } from './currency.ts'
import { getNotation } from './notation.ts'

const start = '(^|[^A-Za-zÀ-ÿ\\d])'
/** Symbols that documents print, in forms and in the notation of each country. */
const printed = new Set([
  ...currencyCodes.map((code) => findCurrency(code)?.symbol),
  ...countryCodes.flatMap((country) => Object.values(getNotation(country).signs)),
])
const symbols = `(${[...printed].join('|').replaceAll('$', '[$$]')})`

const lastSymbol = new RegExp(`${start}${symbols}$`)
const amounts = new RegExp(`${start}${symbols} (\\d[\\d.,]*\\d|\\d)`, 'g')

/** Returns whether a text ends with a currency symbol: «($», «-US$». */
export function endsWithCurrency(text: string): boolean {
  return lastSymbol.test(text)
}

/** Replaces each amount by a text. In «Son $ 2.500,00.», `symbol` is «$» and `digits` is «2.500,00». */
export function replaceAmounts(text: string, replace: (symbol: string, digits: string) => string): string {
  return text.replace(amounts, (_, before: string, symbol: string, digits: string) => before + replace(symbol, digits))
}
