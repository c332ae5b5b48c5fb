import { findUnsupportedCharacters } from '../../domain/documents/layout/supported-characters.ts'
import { findChild, findChildren, findDescendants, type XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import { BodyWriter } from './body-writer.ts'
import {
  collectText,
  countRevisions,
  DocumentReader,
  type ReaderContext,
  type RevisionChoice,
} from './document-reader.ts'
import { toWordError } from './file-error.ts'
import { ListNumbering } from './numbering.ts'
import { type OmittedItem, type OmittedItemKind, OmittedItemList } from './omitted-items.ts'
import type { OriginalParagraph } from './original-text.ts'
import { type BlankPosition, FieldProposalCollector, type Proposal } from './proposals.ts'
import { StyleSheet } from './styles.ts'
import { getTextWidth } from './tab-markup.ts'
import { reportUnwrittenText, TextCoverage } from './text-coverage.ts'
import { getBlockText } from './word-blocks.ts'
import { WordReadError } from './word-error.ts'
import { openWordPackage, type WordPackage } from './word-package.ts'

export interface WordHeader {
  text: string
  image: { bytes: Uint8Array; type: string } | null
}

export interface WordDocument {
  /** Markup of the body with slots. */
  body: string
  slots: BlankPosition[]
  proposals: Proposal[]
  original: OriginalParagraph[]
  omittedItems: OmittedItem[]
  header: WordHeader
  revisions: { count: number; authors: string[] }
}

/** Maximum length of the text; about 300 pages. */
const maxCharacters = 1_200_000

/** Reads a Word document (.docx). Throws `WordReadError` if the file is unreadable or too large. */
export async function readWordDocument(bytes: Uint8Array, revisions: RevisionChoice = 'accept'): Promise<WordDocument> {
  try {
    if (bytes.length === 0) throw new WordReadError('word.empty')
    return await readPackage(await openWordPackage(bytes), revisions)
  } catch (error) {
    throw toWordError(error)
  }
}

async function readPackage(pack: WordPackage, revisions: RevisionChoice): Promise<WordDocument> {
  const { document } = pack
  const body = findChild(document.root, 'body')
  if (!body) throw new WordReadError('word.damaged')
  const text = collectText(body)
  if (text.length > maxCharacters) throw new WordReadError('word.pages')
  const omittedItems = new OmittedItemList()
  const context: ReaderContext = {
    styles: new StyleSheet(pack.styles),
    numbering: new ListNumbering(pack.numbering, hasClauses(text, pack.numbering)),
    relationships: document.relationships,
    revisions,
    omittedItems,
    coverage: new TextCoverage(),
    footnotes: readNotes(pack.footnotes, 'footnote'),
    endnotes: readNotes(pack.endnotes, 'endnote'),
    comments: readNotes(pack.comments, 'comment'),
  }
  const reader = new DocumentReader(context)
  const blocks = reader.read(body)
  for (const { relationship, place } of reader.embedded)
    omittedItems.add('embedded', place, await pack.readEmbeddedText(relationship))
  for (const { place, description } of reader.images) omittedItems.add('image', place, description)
  const sections = findDescendants(body, 'sectPr')
  if (sections.some((section) => Number(findChild(section, 'cols')?.attributes.num ?? 1) > 1))
    omittedItems.add('columns', 0, '')
  if (sections.some((section) => isLandscape(findChild(section, 'pgSz')))) omittedItems.add('landscape', 0, '')
  const proposals = new FieldProposalCollector()
  const writer = new BodyWriter(proposals, omittedItems, getTextWidth(sections.at(-1)))
  writer.write(blocks)
  reportUnwrittenText(blocks, writer.original, (place, text) => omittedItems.add('lost', place, text))
  const header = await readHeader(pack, sections, context)
  if (!writer.original.some(({ segments }) => segments.some((one) => one.text.trim())))
    throw new WordReadError(reader.embedded.length ? 'word.embedded' : 'word.noText')
  const written = writer.lines.join('\n')
  const unsupported = findUnsupportedCharacters(written.replace(/[\ue000\ue001]/g, ''))
  if (unsupported.length) omittedItems.add('character', 0, unsupported.join(' '))
  return {
    body: written,
    slots: proposals.slots,
    proposals: proposals.proposals,
    original: writer.original,
    omittedItems: omittedItems.items,
    header,
    revisions: countRevisions(body),
  }
}

function isLandscape(size: XmlElement | undefined): boolean {
  const { w, h, orient } = size?.attributes ?? {}
  return orient === 'landscape' || Number(w ?? 0) > Number(h ?? Infinity)
}

function hasClauses(text: string, numbering: XmlElement | undefined): boolean {
  const levels = numbering ? findDescendants(numbering, 'lvlText') : []
  return /cl[aá]usula/i.test(text) || levels.some(({ attributes }) => /cl[aá]usula/i.test(attributes.val ?? ''))
}

function readNotes(root: XmlElement | undefined, name: string): Map<string, string> {
  return new Map(findChildren(root, name).map((note) => [note.attributes.id ?? '', collectText(note)]))
}

/** Reads the text and the first image of the headers. Reports footers, because documents have their own. */
async function readHeader(
  pack: WordPackage,
  sections: readonly XmlElement[],
  context: ReaderContext,
): Promise<WordHeader> {
  const lines: string[] = []
  let image: WordHeader['image'] = null
  for (const [name, isHeader] of [
    ['headerReference', true],
    ['footerReference', false],
  ] as const) {
    const ids = new Set(sections.flatMap((one) => findChildren(one, name)).map(({ attributes }) => attributes.id ?? ''))
    for (const id of ids) {
      const part = await pack.readPart(id)
      if (!part) continue
      const omittedItems = new OmittedItemList()
      const reader = new DocumentReader({ ...context, relationships: part.relationships, omittedItems })
      const text = reader
        .read(part.root)
        .map(getBlockText)
        .join('\n')
        .replace(/[^\S\n]+/g, ' ')
        .trim()
      if (isHeader && text) lines.push(text)
      else if (text) context.omittedItems.add('footer', 0, text)
      for (const { kind, text: lost } of omittedItems.items)
        if (lostInHeaders.has(kind)) context.omittedItems.add(kind, 0, lost)
      if (reader.embedded.length) context.omittedItems.add('embedded', 0, '')
      for (const { path } of isHeader ? reader.images : []) image ??= await readHeaderImage(pack, path)
    }
  }
  return { text: [...new Set(lines)].join('\n'), image }
}

/** Kinds of omitted text that are reported for headers and footers too. */
const lostInHeaders: ReadonlySet<OmittedItemKind> = new Set(['lost', 'equation', 'hidden'])

const imageTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }

async function readHeaderImage(pack: WordPackage, path: string): Promise<WordHeader['image']> {
  const type = imageTypes[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  const bytes = type ? await pack.readImage(path) : undefined
  return bytes && type ? { bytes, type } : null
}
