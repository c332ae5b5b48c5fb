import { detectFileType } from '../../sheets/files/file-type.ts'
import { decodeXmlEntities } from '../../sheets/files/xml/xml-tag.ts'
import { findDescendants, readXmlTree, type XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import { findRelatedPart, type Relations, readRelations } from '../../sheets/files/zip/relations.ts'
import { ZipReader } from '../../sheets/files/zip/zip-reader.ts'
import { WordReadError } from './word-error.ts'

const maxFileBytes = 20 * 1024 * 1024
const maxPages = 300
/** Maximum number of bytes of an embedded file that are read, because only the start of its text is shown. */
const maxEmbeddedBytes = 64 * 1024

interface WordPart {
  path: string
  root: XmlElement
  relationships: Relations
}

export interface WordPackage {
  document: WordPart
  styles: XmlElement | undefined
  numbering: XmlElement | undefined
  footnotes: XmlElement | undefined
  endnotes: XmlElement | undefined
  comments: XmlElement | undefined
  /** Reads a header or footer by its relationship id. */
  readPart(id: string): Promise<WordPart | undefined>
  /** Reads the text of an embedded file by its relationship id; empty if the file is not text. */
  readEmbeddedText(id: string): Promise<string>
  readImage(path: string): Promise<Uint8Array | undefined>
}

export async function openWordPackage(bytes: Uint8Array): Promise<WordPackage> {
  if (bytes.length > maxFileBytes) throw new WordReadError('word.size')
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  if (!isZip) refuseOtherType(bytes)
  const zip = new ZipReader(bytes)
  const path = (await findMainPart(zip)) ?? 'word/document.xml'
  if (!zip.has(path)) refuseOtherType(bytes)
  await refusePages(zip)
  const document = await readPart(zip, path)
  const byType = async (type: string) => {
    const path = findRelatedPart(document.relationships, type)
    return path !== undefined && zip.has(path) ? await readXmlTree(zip, path) : undefined
  }
  return {
    document,
    styles: await byType('styles'),
    numbering: await byType('numbering'),
    footnotes: await byType('footnotes'),
    endnotes: await byType('endnotes'),
    comments: await byType('comments'),
    async readPart(id) {
      const target = document.relationships.get(id)?.target
      return target !== undefined && zip.has(target) ? await readPart(zip, target) : undefined
    },
    async readEmbeddedText(id) {
      const target = document.relationships.get(id)?.target ?? ''
      if (!zip.has(target) || !/\.(?:x?html?|txt)$/i.test(target)) return ''
      const text = new TextDecoder().decode((await readBytes(zip, target)).subarray(0, maxEmbeddedBytes))
      return decodeXmlEntities(text.slice(Math.max(0, text.indexOf('<body'))).replace(/<[^<>]*>/g, ' '))
    },
    async readImage(target) {
      return zip.has(target) ? await readBytes(zip, target) : undefined
    },
  }
}

async function readBytes(zip: ZipReader, path: string): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  for await (const chunk of zip.read(path)) chunks.push(chunk as Uint8Array<ArrayBuffer>)
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Throws the error that explains which type the file has instead of Word. */
function refuseOtherType(bytes: Uint8Array): never {
  const type = detectFileType(bytes)
  throw new WordReadError(type === 'csv' ? 'word.unknown' : 'word.sheet')
}

async function findMainPart(zip: ZipReader): Promise<string | undefined> {
  const path = findRelatedPart(await readRelations(zip, ''), 'officeDocument')
  return path && /\.xml$/i.test(path) && !/workbook|presentation/i.test(path) ? path : undefined
}

/** Rejects long documents early, by the stored page count; the length of the text is limited too. */
async function refusePages(zip: ZipReader): Promise<void> {
  if (!zip.has('docProps/app.xml')) return
  const properties = await readXmlTree(zip, 'docProps/app.xml')
  if (Number(findDescendants(properties, 'Pages')[0]?.text ?? 0) > maxPages) throw new WordReadError('word.pages')
}

async function readPart(zip: ZipReader, path: string): Promise<WordPart> {
  return { path, root: await readXmlTree(zip, path), relationships: await readRelations(zip, path) }
}
