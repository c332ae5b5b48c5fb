const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('')

/**
 * What documents can write, in sets of at most 224 letters: a set is one small font in the PDF, made by the build, and the code of
 * a letter there is 32 and its place. A document carries the sets that it uses; the first has what a Spanish one needs.
 */
export const sets = parted([
  `${range(0x20, 0x7e)}áéíóúüñÁÉÍÓÚÜÑ¡¿ªº°«»“”‘’–—…•€·§½´`,
  `${range(0xa1, 0xac)}${range(0xae, 0xff)}Œœƒˆ˜−‚„†‡‰‹›™⁄`,
  range(0x100, 0x17f),
  `${range(0x1ea0, 0x1eff)}ƠơƯư`,
  `${range(0x20a0, 0x20c0)}№℠ℓ℮⅐⅑⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ′″‖‛‟‱`,
  range(0x180, 0x24f),
  `${range(0x1e00, 0x1e9f)}${range(0x300, 0x314)}${range(0x323, 0x331)}Ꞌꞌʻʾʿ`,
])

/** Each letter stands in the first of its sets. */
function parted(given: readonly string[]): string[] {
  const seen = new Set<string>()
  return given.map((set) => [...set].filter((letter) => !seen.has(letter) && seen.add(letter)).join(''))
}

/** 256 times the set of a letter, and its code there. */
const places = new Map<number, number>()
sets.forEach((set, index) => {
  for (let at = 0; at < set.length; at++) places.set(set.charCodeAt(at), index * 256 + 32 + at)
})

export function isLetter(character: string): boolean {
  return character.length === 1 && places.has(character.charCodeAt(0))
}

/** Letters of one set, as a string of PDF in ASCII. */
export interface LetterRun {
  set: number
  literal: string
}

const first = sets[0] ?? ''
const beyondFirst = new RegExp(`[^ -~\\xa0${first.replace(/[ -~]/g, '')}]`)
// By their codes: the engine does not read a range that begins with a bracket.
const special = /[^\x20-\x27\x2a-\x5b\x5d-\x7e]/g
const specials: Record<string, string> = { '(': '\\(', ')': '\\)', '\\': '\\\\', '\xa0': ' ' }
for (const letter of first) if (letter > '~') specials[letter] = octal(32 + first.indexOf(letter))

function octal(code: number) {
  return `\\${code.toString(8).padStart(3, '0')}`
}

/** Written text in pieces of one set each; a space that did not break is now like any other. */
export function piecesOf(text: string): LetterRun[] {
  if (!beyondFirst.test(text)) return [{ set: 0, literal: `(${text.replace(special, inFirst)})` }]
  const pieces: LetterRun[] = []
  let set = 0
  let codes = ''
  for (const letter of text) {
    const place = places.get(letter.charCodeAt(0)) ?? 32
    if (place >> 8 !== set) {
      if (codes) pieces.push({ set, literal: `(${codes})` })
      set = place >> 8
      codes = ''
    }
    codes += set === 0 ? letter.replace(special, inFirst) : octal(place & 255)
  }
  return [...pieces, { set, literal: `(${codes})` }]
}

function inFirst(letter: string): string {
  return specials[letter] ?? ' '
}
