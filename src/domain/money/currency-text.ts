const start = '(^|[^A-Za-zÀ-ÿ\\d])'
const symbols = '((?:US|MX)?\\$|S/|€|ARS|CLP|COP)'

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
