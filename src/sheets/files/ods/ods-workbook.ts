import { FileReadError } from '../file-read-error.ts'
import { fillMergedCells } from '../merged-cells.ts'
import type { ProgressCallback, Workbook } from '../workbook.ts'
import { findChildren, findDescendants, readXmlTree } from '../xml/xml-tree.ts'
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
  const generator = findDescendants(await readXmlTree(zip, 'meta.xml'), 'generator').at(-1)?.text ?? ''
  return /LibreOffice|OpenOffice|Collabora/.test(generator)
}

/** Returns the paths of the archive parts to read, as listed in the manifest. */
async function listManifestParts(zip: ZipReader): Promise<string[]> {
  if (!zip.has('META-INF/manifest.xml')) return ['content.xml']
  const manifest = await readXmlTree(zip, 'META-INF/manifest.xml')
  if (findDescendants(manifest, 'encryption-data').length > 0) throw new FileReadError('file.encrypted')
  const isMeta = findChildren(manifest, 'file-entry').some(({ attributes }) => attributes['full-path'] === 'meta.xml')
  return isMeta ? ['content.xml', 'meta.xml'] : ['content.xml']
}
