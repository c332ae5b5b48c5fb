import { glyphSets, isSupportedCharacter, raisedAccentStart } from './glyph-sets.ts'

/** Replacements of unsupported characters by similar supported ones. */
const lookalikes: Record<string, string> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2015': '—',
  '\u02bc': '’',
  '\u00a0': '\xa0',
  '\u202f': '\xa0',
  '\u2007': '\xa0',
  '\t': ' ',
  ﬀ: 'ff',
  ﬁ: 'fi',
  ﬂ: 'fl',
  ﬃ: 'ffi',
  ﬄ: 'ffl',
}
const spaces = /[\u2000-\u2006\u2008-\u200a\u205f\u3000]/

/** Ranges of invisible characters: controls, joiners, direction marks and variation selectors. */
const invisibleRanges = [
  [0, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const

function isInvisible(character: string) {
  const code = character.charCodeAt(0)
  return invisibleRanges.some(([first, last]) => code >= first && code <= last)
}

/** Characters that need no conversion: the fonts contain them, and Unicode normalization does not change them. */
const plain = /^[\n -~\xa1-\xac\xae-\xff]*$/
const beyond = new RegExp(`[^\\n -~${glyphSets[0]?.replace(/[ -~]/g, '')}]`, 'gu')

/** Returns whether a text needs no conversion. A quick check that is also false for some such texts. */
export const isSupportedAsIs = (text: string) => plain.test(text)

/** Converts a text to characters of the document fonts (NFC; non-breaking spaces become `\xa0`). Calls `lacking` for each unsupported character. */
export function toSupportedCharacters(text: string, lacking: (character: string) => void): string {
  if (isSupportedAsIs(text)) return text
  const known = text.normalize('NFC').replace(beyond, (character) => {
    if (isSupportedCharacter(character)) return character
    const same = lookalikes[character]
    if (same !== undefined) return same
    if (spaces.test(character)) return ' '
    if (!isInvisible(character)) lacking(character)
    return ''
  })
  return marked.test(known) ? known.replace(onHigh, raiseAccent) : known
}

const marked = /[\u0300-\u0314]/
const onHigh = /(.)([\u0300-\u0314])/g

/** Replaces a combining accent by its raised variant after capitals and tall letters. */
function raiseAccent(both: string, letter: string, mark: string): string {
  const isHigh = letter !== letter.toLowerCase() || 'bdfhklt'.includes(letter)
  return isHigh ? letter + String.fromCharCode(raisedAccentStart + mark.charCodeAt(0)) : both
}

/** Returns the characters of a text that documents do not support, each once. */
export function findUnsupportedCharacters(text: string): string[] {
  if (isSupportedAsIs(text)) return []
  const found = new Set<string>()
  toSupportedCharacters(text, (character) => found.add(character))
  return [...found]
}
