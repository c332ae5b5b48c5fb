const digitsOf = (text: string): number[] => Array.from(text, Number)

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)

const weighted = (digits: number[], weights: readonly number[]): number =>
  sum(digits.map((digit, i) => digit * (weights[i] ?? 0)))

const nitWeights = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43, 47, 53, 59, 67, 71]

/** Colombia, DIAN: the digit of a NIT of up to 15 digits. */
export function nitDigit(body: string): string {
  const rest = weighted(digitsOf(body).reverse(), nitWeights) % 11
  return String(rest > 1 ? 11 - rest : rest)
}

/** Chile: the digit of a RUT, `0` to `9` or `K`. */
export function rutDigit(body: string): string {
  const digits = digitsOf(body).reverse()
  const rest = 11 - (sum(digits.map((digit, i) => digit * (2 + (i % 6)))) % 11)
  return rest === 11 ? '0' : rest === 10 ? 'K' : String(rest)
}

const taxWeights = [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]

/** Argentina: the digit of the first ten of a CUIT; null where AFIP gives out none. */
export function cuitDigit(body: string): string | null {
  const rest = 11 - (weighted(digitsOf(body), taxWeights) % 11)
  return rest === 10 ? null : String(rest % 11)
}

/** Peru: the digit of the first ten of a RUC. */
export function peruvianRucDigit(body: string): string {
  return String((11 - (weighted(digitsOf(body), taxWeights) % 11)) % 10)
}

/** Ecuador: the digit of the first nine of a cédula. */
export function ecuadorianDigit(body: string): string {
  const doubled = digitsOf(body).map((digit, i) => (i % 2 === 0 ? digit * 2 : digit))
  return String((10 - (sum(doubled.map((value) => (value > 9 ? value - 9 : value))) % 10)) % 10)
}

const curpAlphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ'

/** Mexico, RENAPO: the digit of the first seventeen of a CURP. */
export function curpDigit(body: string): string {
  const total = sum(Array.from(body, (letter, i) => curpAlphabet.indexOf(letter) * (18 - i)))
  return String((10 - (total % 10)) % 10)
}

const rfcAlphabet = '0123456789ABCDEFGHIJKLMN&OPQRSTUVWXYZ Ñ'

/** Mexico, SAT: the digit of an RFC without it (11 letters for a company, 12 for a person). */
export function rfcDigit(body: string): string {
  const total = sum(Array.from(body.padStart(12, ' '), (letter, i) => rfcAlphabet.indexOf(letter) * (13 - i)))
  const rest = total % 11
  return rest === 0 ? '0' : rest === 1 ? 'A' : String(11 - rest)
}
