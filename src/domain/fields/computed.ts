import { decimal, printDecimal } from '../money/decimal.ts'
import { decimalInWords, moneyInWords } from '../text/words.ts'
import type { FieldKind } from './kind.ts'
import { printMoney } from './number.ts'

/** Always computed from the other values, here and on the server: a value that arrives for it is ignored. */
export const computed: FieldKind = {
  judge: () => () => ({ value: null }),
  reader: () => () => ({ value: null }),
  print(field, value, style, notation) {
    const text = String(value)
    if (decimal(text) === null) return text
    if (style === 'letras')
      return field.currency ? moneyInWords(text, field.currency, notation) : decimalInWords(text, notation)
    if (field.currency !== undefined || style === 'moneda') return printMoney(text, field.currency, notation)
    return /^-?\d{1,4}$/.test(text) ? text : printDecimal(text, notation)
  },
}
