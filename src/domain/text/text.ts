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

/** Removes case, accents and invisible characters. */
export function removeCaseAndAccents(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]/g, '')
}

/** Returns a key for comparing texts, without case, accents, spaces and punctuation: «N.º Cédula» and «n cedula» → `ncedula`. */
export function toComparisonKey(text: string): string {
  return removeCaseAndAccents(text).replace(/[\s!-/:-@[-`{-~\u00a0-\u00bf\u2010-\u205e]+/g, '')
}

/**
 * Returns the `meaning` of the name that is most similar to a text. Returns `undefined` if no name is similar, or if the most similar names have
 * different meanings.
 */
export function findClosestMatch(
  text: string,
  names: Iterable<readonly [name: string, meaning: string]>,
): string | undefined {
  const sought = toComparisonKey(text)
  if (sought === '' || sought.length > 100) return undefined
  let best: string | undefined
  let least = Math.floor(sought.length * 0.4) + 1
  for (const [name, meaning] of names) {
    const folded = toComparisonKey(name)
    const inside = sought.length > 2 && folded.length > 2 && (folded.includes(sought) || sought.includes(folded))
    const far = inside ? 0.5 : getEditDistance(sought, folded)
    if (far === least && meaning !== best) best = undefined
    if (far >= least) continue
    least = far
    best = meaning
  }
  return best
}

/**
 * Returns the edit distance of two texts: number of letters changed, added, removed or swapped with a neighbour (Damerau–Levenshtein, optimal string
 * alignment).
 */
export function getEditDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}
