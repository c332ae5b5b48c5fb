import { places, sets } from '../layout/letters.ts'

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

/** Text outside of pages (title, alternate texts): any character. */
export function textString(text: string): string {
  if (/^[\n -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  let hex = ''
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, '0')
  return `<feff${hex}>`
}
