/** Words that headers have or lack without meaning another thing. */
const smallWords = new Set(['de', 'del', 'la', 'el', 'los', 'las'])
const shortWords = new Map([
  ['fec', 'fecha'],
  ['fch', 'fecha'],
])
const numberSign = /(^|[^a-z0-9])n(?:\s?\.?\s?[°º˚]|(?:o|ro|um)(?![a-z0-9]))\.?/g

/** The words of a header without case, accents, punctuation, plurals and small words; `N°`, `Nº`, `No.` and `Nro.` are `numero`. */
export function headerWords(text: string): string[] {
  const words = plainHeader(text)
    .replace(numberSign, '$1 numero ')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
  const telling = words.filter((word) => !smallWords.has(word))
  return (telling.length > 0 ? telling : words).map((word) => singular(shortWords.get(word) ?? word))
}

/** Without case and accents. */
export function plainHeader(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]/g, '')
}

/** Not grammar: only that a word and its plural come out the same. */
function singular(word: string): string {
  if (word.length < 5) return word
  const single = word.replace(/s$/, '')
  return single.length > 3 ? single.replace(/e$/, '') : single
}

/** The words of a header as one text, for comparing. */
export function foldedHeader(text: string): string {
  return headerWords(text).join('')
}
