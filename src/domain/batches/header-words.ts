import { removeCaseAndAccents } from '../text/comparison.ts'

/** Words that are ignored in headers. */
const smallWords = new Set(['de', 'del', 'la', 'el', 'los', 'las'])
const shortWords = new Map([
  ['fec', 'fecha'],
  ['fch', 'fecha'],
])
const numberSign = /(^|[^a-z0-9])n(?:\s?\.?\s?[°º˚]|(?:o|ro|um)(?![a-z0-9]))\.?/g

/** Splits a header into words without case, accents, punctuation, plural endings and articles. `N°`, `Nº`, `No.` and `Nro.` → `numero`. */
export function tokenizeHeader(text: string): string[] {
  const words = removeCaseAndAccents(text)
    .replace(numberSign, '$1 numero ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !smallWords.has(word))
  return (telling.length > 0 ? telling : words).map((word) => toStem(shortWords.get(word) ?? word))
}

/** Returns the same stem for the singular and the plural of a word. The stem is not always the correct singular. */
function toStem(word: string): string {
  if (word.length < 5) return word
  const single = word.replace(/s$/, '')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

/** Normalizes a header for comparison: «N.º de cédula» → `numerocedula`. */
export function normalizeHeader(text: string): string {
  return tokenizeHeader(text).join('')
}
