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

/** The name of a clause by its place, from 1 on: «PRIMERA», «DUODÉCIMA», «DÉCIMA TERCERA»; «100.ª» past ninety-nine. */
export function clauseName(place: number): string {
  if (place > 99) return `${place}.ª`
  return early[place] ?? [tens[Math.floor(place / 10)], units[place % 10]].filter(Boolean).join(' ')
}

/** «a», …, «z», «aa», «ab» … from 1 on. */
export function itemLetter(place: number): string {
  const before = Math.floor((place - 1) / 26)
  return (before ? itemLetter(before) : '') + String.fromCharCode(97 + ((place - 1) % 26))
}
