/** Texts that need no normalization, for speed: Latin words separated by single spaces. */
const clean = /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+)*$/
/** Invisible characters: zero-width characters, soft hyphens, BOM and direction marks. The joiner U+200D is in `looseJoiner` instead. */
const hidden = /\u034f|[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Joiners outside of an emoji. Inside an emoji, a joiner follows a low surrogate, a variation selector or a symbol. */
const looseJoiner = /(^|(?!\ufe0f)[^\udc00-\udfff\u2600-\u27bf])\u200d+/g
/** Variation selectors that do not follow a symbol. They do not change the printed text. */
const looseSelector = /(^|[^\udc00-\udfff\u203c-\u3299])[\ufe00-\ufe0f]+|\udb40[\udd00-\uddef]/g
/** Ligature characters, which are replaced by separate letters: «oﬁcio» → «oficio». */
const ligature = /[\ufb00-\ufb06]/g
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st']
const spaces = /[ \t\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
const lineBreaks = /\r\n?|[\v\u0085\u2028\u2029]/g
const surrogates = /[\ud800-\udfff]/

/** Returns whether a text is certainly normalized. A quick check that is also false for some normalized texts. */
export function isNormalized(text: string): boolean {
  return clean.test(text)
}

/** Normalizes a text to a single line: NFC, no ligatures or invisible characters, single spaces, trimmed. */
export function normalizeLine(text: string): string {
  if (clean.test(text)) return text
  return removeInvisible(text)
    .replace(/[\r\n]+/g, ' ')
    .replace(spaces, ' ')
    .trim()
}

/** Normalizes each line like `normalizeLine`. Converts line breaks to LF. */
export function normalizeLines(text: string): string {
  const lines = removeInvisible(text.replace(lineBreaks, '\n')).split('\n')
  const folded = lines.map((line) => line.replace(spaces, ' ').trim())
  return folded.join('\n').trim()
}

function removeInvisible(text: string): string {
  return text
    .normalize('NFC')
    .replace(hidden, '')
    .replace(looseJoiner, '$1')
    .replace(looseSelector, '$1')
    .replace(ligature, (letter) => ligatures[letter.charCodeAt(0) - 0xfb00] ?? letter)
}

/** Returns the length in code points instead of UTF-16 units. */
export function countCodePoints(text: string): number {
  let pairs = 0
  if (surrogates.test(text)) for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++
  return text.length - pairs
}

/** Shortens a text to at most `max` code points, including a final ellipsis. */
export function truncateText(text: string, max: number): string {
  if (text.length <= max || countCodePoints(text) <= max) return text
  return `${Array.from(text)
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
