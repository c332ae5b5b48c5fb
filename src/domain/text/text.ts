/** Latin words between single spaces, nothing that composes or hides: the usual case, of which nothing need be changed. */
const clean = /^[\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+(?: [\x21-\x7e\u00a1-\u00ac\u00ae-\u02ff]+)*$/
/** Zero-width characters, soft hyphens, BOM and direction marks; the joiner U+200D apart. */
const hidden = /\u034f|[\u00ad\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** A joiner stays only between two halves of an emoji: after a low surrogate, a variation selector or a symbol. */
const looseJoiner = /(^|(?!\ufe0f)[^\udc00-\udfff\u2600-\u27bf])\u200d+/g
/** Variation selectors that follow no symbol: they change nothing that a document prints. */
const looseSelector = /(^|[^\udc00-\udfff\u203c-\u3299])[\ufe00-\ufe0f]+|\udb40[\udd00-\uddef]/g
/** Letters joined in one character, which documents print apart: «oﬁcio» → «oficio». */
const ligature = /[\ufb00-\ufb06]/g
const ligatures = ['ff', 'fi', 'fl', 'ffi', 'ffl', 'st', 'st']
const spaces = /[ \t\v\f\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g
const lineBreaks = /\r\n?|[\v\u0085\u2028\u2029]/g
const surrogates = /[\ud800-\udfff]/

/** Whether `tidy` would change nothing; false also for some texts that it would leave alone. */
export function isClean(text: string): boolean {
  return clean.test(text)
}

/** One line: NFC, ligatures taken apart, hidden characters removed, every kind and run of space folded to one, trimmed. */
export function tidy(text: string): string {
  if (clean.test(text)) return text
  return visible(text)
    .replace(/[\r\n]+/g, ' ')
    .replace(spaces, ' ')
    .trim()
}

/** As `tidy`, line by line: line breaks are LF and stay. */
export function tidyLines(text: string): string {
  const lines = visible(text.replace(lineBreaks, '\n')).split('\n')
  const folded = lines.map((line) => line.replace(spaces, ' ').trim())
  return folded.join('\n').trim()
}

function visible(text: string): string {
  return text
    .normalize('NFC')
    .replace(hidden, '')
    .replace(looseJoiner, '$1')
    .replace(looseSelector, '$1')
    .replace(ligature, (letter) => ligatures[letter.charCodeAt(0) - 0xfb00] ?? letter)
}

/** In characters as people count them, not in UTF-16 units. */
export function lengthOf(text: string): number {
  let pairs = 0
  if (surrogates.test(text)) for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) pairs++
  return text.length - pairs
}

/** Cut at a whole character, with an ellipsis where something was cut. */
export function shorten(text: string, max: number): string {
  if (text.length <= max || lengthOf(text) <= max) return text
  return `${Array.from(text)
    .slice(0, max - 1)
    .join('')
    .trimEnd()}…`
}

/** For comparing: without case, accents, spaces and punctuation; «N.º Cédula» and «n cedula» are the same. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[\u0300-\u036f\u200b-\u200f\u00ad\ufeff]/g, '')
    .replace(/[\s!-/:-@[-`{-~\u00a0-\u00bf\u2010-\u205e]+/g, '')
}

/**
 * What the name most like a text by its folded letters stands for, of names with their meanings; undefined where none is near,
 * or names of different meanings are equally so.
 */
export function nearest(text: string, names: Iterable<readonly [name: string, meaning: string]>): string | undefined {
  const sought = fold(text)
  if (sought === '' || sought.length > 100) return undefined
  let best: string | undefined
  let least = Math.floor(sought.length * 0.4) + 1
  for (const [name, meaning] of names) {
    const folded = fold(name)
    const inside = sought.length > 2 && folded.length > 2 && (folded.includes(sought) || sought.includes(folded))
    const far = inside ? 0.5 : distance(sought, folded)
    if (far === least && meaning !== best) best = undefined
    if (far >= least) continue
    least = far
    best = meaning
  }
  return best
}

/** Letters to change, add, drop or swap with their neighbour (Damerau and Levenshtein, each place touched once). */
export function distance(a: string, b: string): number {
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
