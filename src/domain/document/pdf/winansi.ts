/** Codes 128 to 159: Windows 1252, and in its five empty places what else every standard font has. */
const upper = '€Ł‚ƒ„…†‡ˆ‰Š‹Œł\u017dı−‘’“”•–—˜™š›œ⁄\u017eŸ'

/** The names of the five, for the font's encoding. */
export const differences = '[129/Lslash 141/lslash 143/dotlessi 144/minus 157/fraction]'

/** What looks the same with another code, or is not to be seen at all. */
const alike: Record<string, string> = {
  '\u2010': '-',
  '\u2011': '-',
  '\u2015': '\x97',
  '\u02bc': '\x92',
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

/** Ranges of what leaves no trace on paper: controls, joiners, marks of direction, variation selectors. */
const unseen = [
  [0, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const

function isUnseen(character: string) {
  const code = character.charCodeAt(0)
  return unseen.some(([first, last]) => code >= first && code <= last)
}

/** What the encoding has as it stands, and no other form of. */
const plain = /^[\n -~\xa1-\xac\xae-\xff]*$/
const beyond = /[^\n -~\xa1-\xac\xae-\xff]/gu

/** Text in the fonts' encoding, one character a code; the spaces that do not break are 160. Tells each character the fonts lack. */
export function encode(text: string, lacking: (character: string) => void): string {
  if (plain.test(text)) return text
  return text.normalize('NFC').replace(beyond, (character) => {
    const code = upper.indexOf(character)
    if (code >= 0) return String.fromCharCode(128 + code)
    const same = alike[character]
    if (same !== undefined) return same
    if (spaces.test(character)) return ' '
    if (!isUnseen(character)) lacking(character)
    return ''
  })
}

/** The characters of a text that the fonts lack, each once. */
export function lackingIn(text: string): string[] {
  const found = new Set<string>()
  encode(text, (character) => found.add(character))
  return [...found]
}

const needsEscape = /[()\\\x80-\xff]/g

/** Encoded text as a string of PDF, in ASCII; a space that did not break is now like any other. */
export function literal(encoded: string): string {
  return `(${encoded.replace(needsEscape, escaped)})`
}

function escaped(character: string) {
  const code = character.charCodeAt(0)
  if (code < 128) return `\\${character}`
  return code === 160 ? ' ' : `\\${code.toString(8)}`
}

/** Text outside of pages (title, alternate texts): any character. */
export function textString(text: string): string {
  if (plain.test(text)) return literal(text)
  let hex = ''
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, '0')
  return `<feff${hex}>`
}
