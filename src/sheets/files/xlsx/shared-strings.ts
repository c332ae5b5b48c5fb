import { isBlankUtf8 } from '../sheet.ts'
import { growArray, type StringTable } from '../string-table.ts'
import { TextBuffer } from '../xml/xml-parser.ts'
import { parseXmlPart, type ZipReader } from '../zip/zip-reader.ts'
import { blankTextId } from './xlsx-sheet.ts'

/** Reads the shared strings that cells reference by index. Omits phonetic readings of East Asian texts. */
export async function readSharedStrings(
  zip: ZipReader,
  path: string | undefined,
  texts: StringTable,
): Promise<Uint32Array> {
  if (path === undefined) return new Uint32Array(0)
  let shared = new Uint32Array(1 << 10)
  let count = 0
  let capture = false
  let inPhonetic = false
  const buffer = new TextBuffer()
  await parseXmlPart(zip, path, {
    open: (name) => {
      if (name === 'si') buffer.length = 0
      if (name === 'rPh') inPhonetic = true
      if (name === 't') capture = !inPhonetic
    },
    close: (name) => {
      if (name === 't') capture = false
      if (name === 'rPh') inPhonetic = false
      if (name !== 'si') return
      if (count === shared.length) shared = growArray(shared, count * 2)
      buffer.resolveEscapes()
      shared[count++] = isBlankUtf8(buffer.bytes, 0, buffer.length)
        ? blankTextId
        : texts.add(buffer.bytes, 0, buffer.length)
    },
    text: (bytes, from, to, literal) => {
      if (capture) buffer.append(bytes, from, to, literal)
    },
  })
  return shared.subarray(0, count)
}
