import { readXmlTree, type XmlElement } from '../../../src/sheets/files/xml/xml-tree.ts'
import { ZipReader } from '../../../src/sheets/files/zip/zip-reader.ts'
import type { WordDocument } from '../../../src/word/reading/read-word-document.ts'

/** Returns the words of a Word document that are neither in the imported text nor in the list of omitted content. */
export async function findLostWords(bytes: Uint8Array, document: WordDocument): Promise<string[]> {
  const counts = new Map<string, number>()
  for (const word of toWords(getShownText(document))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (await readWords(bytes)).filter((word) => {
    const left = counts.get(word) ?? 0
    counts.set(word, left - 1)
    return left <= 0
  })
}

const toWords = (text: string) =>
  text
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the texts that the user sees: the body with its blanks, the header and the list of omitted content. */
function getShownText({ body, slots, header, omittedItems }: WordDocument): string {
  const text = body
    .replace(/\{\{[^{}\n]*\}\}|\*\*/g, '')
    .replace(/\ue000(\d+)\ue001/g, (_, index: string) => slots[Number(index)]?.original ?? '')
  return [text, header.text, ...omittedItems.map((item) => item.text)].join('\n')
}

async function readWords(bytes: Uint8Array): Promise<string[]> {
  const zip = new ZipReader(bytes)
  const words: string[] = []
  for (const part of ['document', 'header', 'footer', 'footnotes', 'endnotes', 'comments'])
    if (zip.has(`word/${part}.xml`)) words.push(...readPartWords(await readXmlTree(zip, `word/${part}.xml`)))
  return words
}

/** Reads the words of all `t` elements. Leaves out the ones that tracked changes delete. */
function readPartWords(root: XmlElement): string[] {
  const texts = ['']
  const end = () => texts.push('')
  const walk = ({ name, children, text }: XmlElement) => {
    const properties = name === 'tr' ? children.find((child) => child.name === 'trPr') : undefined
    const isDeletedRow = properties?.children.some((child) => child.name === 'del')
    if (name === 'del' || name === 'moveFrom' || isDeletedRow) return
    if (name === 'p' || name === 'tab' || name === 'br' || name === 'fldChar') end()
    if (name === 't') texts[texts.length - 1] += text
    children.forEach(walk)
    if (name === 'p') end()
  }
  walk(root)
  return texts.flatMap(toWords)
}
