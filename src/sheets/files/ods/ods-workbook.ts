import { FileReadError } from '../file-read-error.ts'
import { fillMergedCells } from '../merged-cells.ts'
import type { ProgressCallback, Workbook } from '../workbook.ts'
import { TextBuffer } from '../xml/xml-parser.ts'
import { parseXmlPart, ZipReader } from '../zip/zip-reader.ts'
import { OdsContentHandler } from './ods-content.ts'

export async function readOdsWorkbook(bytes: Uint8Array, onProgress: ProgressCallback): Promise<Workbook> {
  const zip = new ZipReader(bytes, (packed) => onProgress(packed, bytes.length))
  for (const part of await listManifestParts(zip)) if (!zip.has(part)) throw new FileReadError('file.damaged')
  const content = new OdsContentHandler(await isCalculated(zip))
  await parseXmlPart(zip, 'content.xml', content)
  for (const sheet of content.sheets) fillMergedCells(sheet)
  const { sheets, hiddenSheets, origin } = content
  return { kind: 'ods', sheets, hiddenSheets, ...(origin && { origin }) }
}

/** Returns whether LibreOffice, OpenOffice or Collabora wrote the file. These programs calculate formulas before saving, but omit empty results. */
async function isCalculated(zip: ZipReader): Promise<boolean> {
  if (!zip.has('meta.xml')) return false
  let generator = ''
  let inGenerator = false
  const buffer = new TextBuffer()
  await parseXmlPart(zip, 'meta.xml', {
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

/** Returns the paths of the archive parts to read, as listed in the manifest. */
async function listManifestParts(zip: ZipReader): Promise<string[]> {
  const parts = ['content.xml']
  if (!zip.has('META-INF/manifest.xml')) return parts
  await parseXmlPart(zip, 'META-INF/manifest.xml', {
    open: (name, tag) => {
      if (name === 'encryption-data') throw new FileReadError('file.encrypted')
      if (name === 'file-entry' && tag.attributes()['full-path'] === 'meta.xml') parts.push('meta.xml')
    },
    close: () => {},
    text: () => {},
  })
  return parts
}
