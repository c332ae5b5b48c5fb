const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).join('')

/** First private-use code of raised accents. They are the accents of capitals, which are higher. */
export const raisedAccentStart = 0xe000

/**
 * Characters that documents can print, in sets of at most 224. The build generates a small font from each set; the
 * character code is 32 + index. A document embeds only the sets it uses; the first one is enough for usual Spanish
 * text. Each set starts with the space, because PDF applies word spacing only to code 32.
 */
export const glyphSets = removeRepeated([
  `${range(0x20, 0x7e)}áéíóúüñÁÉÍÓÚÜÑ¡¿ªº°«»“”‘’–—…•€·§½´`,
  `${range(0xa1, 0xac)}${range(0xae, 0xff)}Œœƒˆ˜−‚„†‡‰‹›™⁄`,
  range(0x100, 0x17f),
  `${range(0x1ea0, 0x1eff)}ƠơƯư`,
  `${range(0x20a0, 0x20c0)}№℠ℓ℮⅐⅑⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⁰⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ′″‖‛‟‱≤≥≠≈√∞→←■□●○☐☑☒✓✗`,
  range(0x180, 0x24f),
  `${range(0x1e00, 0x1e9f)}${range(0x300, 0x314)}${range(0x323, 0x331)}Ꞌꞌʻʾʿ${range(raisedAccentStart + 0x300, raisedAccentStart + 0x314)}`,
])

/** Returns the base letter of an accented letter: «Á» → «A». */
export function getBaseLetter(letter: string): string {
  return letter.normalize('NFD').charAt(0)
}

function removeRepeated(characterSets: readonly string[]): string[] {
  const seen = new Set<string>(' ')
  return characterSets.map((set) => ` ${[...set].filter((letter) => !seen.has(letter) && seen.add(letter)).join('')}`)
}

/** Returns whether a document font contains the character, so that it needs no replacement. */
export function isSupportedCharacter(character: string): boolean {
  return (
    character.length === 1 &&
    character.charCodeAt(0) < raisedAccentStart &&
    glyphSets.some((set) => set.includes(character))
  )
}
