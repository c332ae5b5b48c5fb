const units = ['', 'PRIMERA', 'SEGUNDA', 'TERCERA', 'CUARTA', 'QUINTA', 'SEXTA', 'SÉPTIMA', 'OCTAVA', 'NOVENA']
const tens = [
  '',
  'DÉCIMA',
  'VIGÉSIMA',
  'TRIGÉSIMA',
  'CUADRAGÉSIMA',
  'QUINCUAGÉSIMA',
  'SEXAGÉSIMA',
  'SEPTUAGÉSIMA',
  'OCTOGÉSIMA',
  'NONAGÉSIMA',
]
const early: Record<number, string> = { 11: 'UNDÉCIMA', 12: 'DUODÉCIMA' }

/** Returns the name of a clause by its one-based number: 1 → «PRIMERA», 12 → «DUODÉCIMA», 13 → «DÉCIMA TERCERA», 100 → «100.ª». */
export function getClauseName(place: number): string {
  if (place > 99) return `${place}.ª`
  return early[place] ?? [tens[Math.floor(place / 10)], units[place % 10]].filter(Boolean).join(' ')
}

/** Returns the letter of a list item by its one-based number: 1 → «a», 26 → «z», 27 → «aa». */
export function getItemLetter(place: number): string {
  const before = Math.floor((place - 1) / 26)
  return (before ? getItemLetter(before) : '') + String.fromCharCode(97 + ((place - 1) % 26))
}
