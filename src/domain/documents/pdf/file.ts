import { sets } from '../layout/letters.ts'

/** The numbered objects of a PDF; everything in them is ASCII, so that a character is a byte. */
export interface File {
  objects: string[]
}

/** Takes the next number; its object is put later. */
export function reserve(file: File): number {
  return file.objects.push('')
}

export function putObject(file: File, number: number, object: string): void {
  file.objects[number - 1] = object
}

export function add(file: File, object: string): number {
  return file.objects.push(object)
}

export function stream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** What each file begins with, and its bytes: four letters beyond ASCII, two bytes each, tell whoever carries it that it is no text. */
export const head = { text: '%PDF-1.7\n%éééé\n', bytes: 19 } as const

/** All that follows the head. */
export function assemble({ objects }: File, trailer: string): string {
  const parts: string[] = []
  const table = [`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`]
  let at: number = head.bytes
  for (let index = 0; index < objects.length; index++) {
    const part = `${index + 1} 0 obj\n${objects[index]}\nendobj\n`
    table.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(part)
    at += part.length
  }
  parts.push(table.join(''), `trailer\n<</Size ${objects.length + 1}${trailer}>>\nstartxref\n${at}\n%%EOF\n`)
  return parts.join('')
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

/** So many lines are remembered: a batch makes thousands of documents that say mostly the same. */
const mostKnown = 200
const known = new Map<string, readonly LetterRun[]>()

/** Written text in pieces of one set each; a space that did not break is now like any other. */
export function piecesOf(text: string): readonly LetterRun[] {
  const found = known.get(text)
  if (found) return found
  if (known.size >= mostKnown) known.clear()
  const pieces = inSets(text)
  known.set(text, pieces)
  return pieces
}

function inSets(text: string): LetterRun[] {
  if (!beyondFirst.test(text)) return [{ set: 0, literal: `(${text.replace(special, inFirst)})` }]
  const pieces: LetterRun[] = []
  let set = 0
  let codes = ''
  for (const letter of text) {
    const own = Math.max(
      0,
      sets.findIndex((each) => each.includes(letter)),
    )
    if (own !== set) {
      if (codes) pieces.push({ set, literal: `(${codes})` })
      set = own
      codes = ''
    }
    codes += set === 0 ? letter.replace(special, inFirst) : octal(32 + (sets[set] ?? '').indexOf(letter))
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
