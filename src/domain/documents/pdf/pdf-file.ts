import { glyphSets } from '../layout/glyph-sets.ts'

/** Numbered objects of a PDF. All are ASCII, so that the length of a string is its length in bytes. */
export interface PdfFile {
  objects: string[]
}

/** Reserves the next object number; `setObject` fills it later. */
export function reserveObject(file: PdfFile): number {
  return file.objects.push('')
}

export function setObject(file: PdfFile, number: number, object: string): void {
  file.objects[number - 1] = object
}

export function addObject(file: PdfFile, object: string): number {
  return file.objects.push(object)
}

export function createStream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** Header of the file and its length in bytes. Its four non-ASCII letters (two bytes each) mark the file as binary for programs that transfer it. */
export const pdfHeader = { text: '%PDF-1.7\n%éééé\n', bytes: 19 } as const

/** Returns the file without its header: objects, cross-reference table and trailer. */
export function assemblePdf({ objects }: PdfFile, trailer: string): string {
  const parts: string[] = []
  const table = [`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`]
  let at: number = pdfHeader.bytes
  for (let index = 0; index < objects.length; index++) {
    const part = `${index + 1} 0 obj\n${objects[index]}\nendobj\n`
    table.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(part)
    at += part.length
  }
  parts.push(table.join(''), `trailer\n<</Size ${objects.length + 1}${trailer}>>\nstartxref\n${at}\n%%EOF\n`)
  return parts.join('')
}

/** Run of glyphs from a single glyph set, as a PDF string literal in ASCII. */
export interface GlyphRun {
  set: number
  literal: string
}

const first = glyphSets[0] ?? ''
const beyondFirst = new RegExp(`[^ -~\\xa0${first.replace(/[ -~]/g, '')}]`)
// Uses character codes for brackets, because goja misparses a range that starts with a bracket.
const specialCharacters = /[^\x20-\x27\x2a-\x5b\x5d-\x7e]/g
const specials: Record<string, string> = { '(': '\\(', ')': '\\)', '\\': '\\\\', '\xa0': ' ' }
for (const letter of first) if (letter > '~') specials[letter] = toOctal(32 + first.indexOf(letter))

function toOctal(code: number) {
  return `\\${code.toString(8).padStart(3, '0')}`
}

/** Maximum number of cached lines. Cached, because documents of a batch share most of their text. */
const maxCachedTexts = 200
const glyphRunCache = new Map<string, readonly GlyphRun[]>()

/** Splits text into glyph runs; each run uses a single glyph set. Non-breaking spaces become normal spaces. */
export function toGlyphRuns(text: string): readonly GlyphRun[] {
  const found = glyphRunCache.get(text)
  if (found) return found
  if (glyphRunCache.size >= maxCachedTexts) glyphRunCache.clear()
  const pieces = splitByGlyphSet(text)
  glyphRunCache.set(text, pieces)
  return pieces
}

function splitByGlyphSet(text: string): GlyphRun[] {
  if (!beyondFirst.test(text)) return [{ set: 0, literal: `(${text.replace(specialCharacters, escapeCharacter)})` }]
  const pieces: GlyphRun[] = []
  let set = 0
  let codes = ''
  for (const letter of text) {
    const own = Math.max(
      0,
      glyphSets.findIndex((each) => each.includes(letter)),
    )
    if (own !== set) {
      if (codes) pieces.push({ set, literal: `(${codes})` })
      set = own
      codes = ''
    }
    codes +=
      set === 0
        ? letter.replace(specialCharacters, escapeCharacter)
        : toOctal(32 + (glyphSets[set] ?? '').indexOf(letter))
  }
  return [...pieces, { set, literal: `(${codes})` }]
}

function escapeCharacter(letter: string): string {
  return specials[letter] ?? ' '
}

/** Encodes text outside of pages, such as a title, as a PDF string. Supports all Unicode characters. */
export function encodePdfString(text: string): string {
  if (/^[\n -~]*$/.test(text)) return `(${text.replace(/[()\\]/g, '\\$&')})`
  let hex = ''
  for (let at = 0; at < text.length; at++) hex += text.charCodeAt(at).toString(16).padStart(4, '0')
  return `<feff${hex}>`
}
