import type { Book, OnProgress } from '../book.ts'
import { applyMerges } from '../merges.ts'
import { ReadingError } from '../reading-error.ts'
import { TextBuffer } from '../xml/xml.ts'
import { parsePart, Zip } from '../zip/zip.ts'
import { OdsContent } from './ods-content.ts'

export async function readOds(bytes: Uint8Array, onProgress: OnProgress): Promise<Book> {
  const zip = new Zip(bytes, (packed) => onProgress(packed, bytes.length))
  for (const part of await namedParts(zip)) if (!zip.has(part)) throw new ReadingError('file.damaged')
  const content = new OdsContent(await isCalculated(zip))
  await parsePart(zip, 'content.xml', content)
  for (const sheet of content.sheets) applyMerges(sheet)
  const { sheets, hiddenSheets, origin } = content
  return { kind: 'ods', sheets, hiddenSheets, ...(origin && { origin }) }
}

/** Returns whether LibreOffice, OpenOffice or Collabora wrote the file. They calculate each formula before saving, but omit empty texts. */
async function isCalculated(zip: Zip): Promise<boolean> {
  if (!zip.has('meta.xml')) return false
  let generator = ''
  let inGenerator = false
  const buffer = new TextBuffer()
  await parsePart(zip, 'meta.xml', {
    open: (name) => {
      inGenerator = name === 'generator'
    },
    close: (name) => {
      if (name === 'generator') generator = buffer.toString()
      inGenerator = false
    },
    text: (bytes, from, to, literal) => {
      if (inGenerator) buffer.append(bytes, from, to, literal)
    },
  })
  return /LibreOffice|OpenOffice|Collabora/.test(generator)
}

/** Returns the parts to read, as listed in the manifest. */
async function namedParts(zip: Zip): Promise<string[]> {
  const parts = ['content.xml']
  if (!zip.has('META-INF/manifest.xml')) return parts
  await parsePart(zip, 'META-INF/manifest.xml', {
    open: (name, tag) => {
      if (name === 'encryption-data') throw new ReadingError('file.encrypted')
      if (name === 'file-entry' && tag.attributes()['full-path'] === 'meta.xml') parts.push('meta.xml')
    },
    close: () => {},
    text: () => {},
  })
  return parts
}
