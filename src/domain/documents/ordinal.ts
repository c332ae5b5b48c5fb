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

const romanDigits = [
  ['M', 1000],
  ['CM', 900],
  ['D', 500],
  ['CD', 400],
  ['C', 100],
  ['XC', 90],
  ['L', 50],
  ['XL', 40],
  ['X', 10],
  ['IX', 9],
  ['V', 5],
  ['IV', 4],
  ['I', 1],
] as const

export function toRoman(number: number): string {
  let rest = number
  let text = ''
  for (const [digit, value] of romanDigits) for (; rest >= value; rest -= value) text += digit
  return text
}
