const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('')

/** Codes of no letter, from here on, stand for the marks of capitals, which are higher. */
export const raised = 0xe000

/** The hyphen of a word parted at a line's end: drawn as any, and whoever copies the text gets the whole word. */
export const hyphen = '\xad'

/**
 * What documents can write, in sets of at most 224 letters: a set is one small font in the PDF, made by the build, and the code of
 * a letter there is 32 and its place. A document carries the sets that it uses; the first has what a Spanish one needs. Each begins with
 * the space, which PDF knows by that code where it makes spaces wider.
 */
export const sets = parted([
  `${range(0x20, 0x7e)}áéíóúüñÁÉÍÓÚÜÑ¡¿ªº°«»“”‘’–—…•€·§½´${hyphen}`,
  `${range(0xa1, 0xac)}${range(0xae, 0xff)}Œœƒˆ˜−‚„†‡‰‹›™⁄`,
  range(0x100, 0x17f),
  `${range(0x1ea0, 0x1eff)}ƠơƯư`,
  `${range(0x20a0, 0x20c0)}№℠ℓ℮⅐⅑⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ′″‖‛‟‱≤≥≠≈√∞→←■□●○☐☑☒✓✗`,
  range(0x180, 0x24f),
  `${range(0x1e00, 0x1e9f)}${range(0x300, 0x314)}${range(0x323, 0x331)}Ꞌꞌʻʾʿ${range(raised + 0x300, raised + 0x314)}`,
])

/** The letter that marks stand on («Á» is «A»), or itself. */
export function bareLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0)
}

/** Each letter stands in the first of its sets. */
function parted(given: readonly string[]): string[] {
  const seen = new Set<string>(' ')
  return given.map((set) => ` ${[...set].filter((letter) => !seen.has(letter) && seen.add(letter)).join('')}`)
}

/** Whether it can be written as it stands. */
export function isLetter(character: string): boolean {
  return (
    character !== hyphen &&
    character.length === 1 &&
    character.charCodeAt(0) < raised &&
    sets.some((set) => set.includes(character))
  )
}
