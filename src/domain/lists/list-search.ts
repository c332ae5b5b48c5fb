import { removeCaseAndAccents } from '../text/comparison.ts'

export const maxFoundRecords = 20

/**
 * Normalizes a text to lowercase words without accents and punctuation, with a space before each word: «Ana Díaz» → ` ana diaz`. Processes the whole
 * text in one pass for speed, because lists have thousands of records.
 */
export function toListSearchText(text: string): string {
  const words = removeCaseAndAccents(text)
    .replace(/[\s,;:/()]+/g, ' ')
    .replace(/[!-'*-/:-@[-`{-~\u00a1-\u00bf\u2010-\u205e]+/g, '')
  return ` ${words} `.replace(/ +/g, ' ').trimEnd()
}
