import { isBlank } from '../sheet.ts'
import { grown, type Texts } from '../texts.ts'
import { TextBuffer } from '../xml/xml.ts'
import { parsePart, type Zip } from '../zip/zip.ts'
import { blank } from './xlsx-sheet.ts'

/** Reads the shared strings that cells reference by index. Omits phonetic readings of East Asian texts. */
export async function readSharedTexts(zip: Zip, path: string | undefined, texts: Texts): Promise<Uint32Array> {
  if (path === undefined) return new Uint32Array(0)
  let shared = new Uint32Array(1 << 10)
  let count = 0
  let capture = false
  let inPhonetic = false
  const buffer = new TextBuffer()
  await parsePart(zip, path, {
    open: (name) => {
      if (name === 'si') buffer.length = 0
      if (name === 'rPh') inPhonetic = true
      if (name === 't') capture = !inPhonetic
    },
    close: (name) => {
      if (name === 't') capture = false
      if (name === 'rPh') inPhonetic = false
      if (name !== 'si') return
      if (count === shared.length) shared = grown(shared, count * 2)
      buffer.resolveEscapes()
      shared[count++] = isBlank(buffer.bytes, 0, buffer.length) ? blank : texts.add(buffer.bytes, 0, buffer.length)
    },
    text: (bytes, from, to, literal) => {
      if (capture) buffer.append(bytes, from, to, literal)
    },
  })
  return shared.subarray(0, count)
}
