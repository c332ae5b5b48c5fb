/** Removes case, accents and invisible characters. */
export function removeCaseAndAccents(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]/g, '')
}

const ignoredCharacters = /[\s!-/:-@[-`{-~\u00a0-\u00bf\u2010-\u205e]+/g

/** Returns a key for comparing texts, without case, accents, spaces and punctuation: «N.º Cédula» and «n cedula» → `ncedula`. */
export function toComparisonKey(text: string): string {
  return removeCaseAndAccents(text).replace(ignoredCharacters, '')
}

/** Splits a text into words without case, accents and punctuation: «Salud, pensión» → `salud`, `pension`. */
export function toComparisonWords(text: string): string[] {
  return removeCaseAndAccents(text)
    .split(ignoredCharacters)
    .filter((word) => word !== '')
}
