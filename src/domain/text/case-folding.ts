/** Accented letters of Spanish, uppercase and lowercase. Listed, because SQLite's `lower` only converts ASCII letters. */
const accented = 'ÁáÉéÍíÓóÚúÜüÑñ'
const plain = 'aaeeiioouuuunn'
const foldable = new RegExp(`[A-Z${accented}]`, 'g')

/** Normalizes a value for comparison in a `unique` field; removes case and accents: «PEÑA-01» → `pena-01`. */
export function foldCaseAndAccents(value: string): string {
  return value.replace(foldable, (letter) => plain[accented.indexOf(letter)] ?? letter.toLowerCase())
}

/** Returns the SQL expression with the same result as `foldCaseAndAccents`. */
export function foldCaseAndAccentsSql(value: string): string {
  return `lower(${[...accented].reduce((sql, letter, n) => `replace(${sql}, '${letter}', '${plain[n]}')`, value)})`
}
