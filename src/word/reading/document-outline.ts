import { getClauseName } from '../../domain/documents/ordinal.ts'
import { getInlineText, type WordBlock, type WordParagraph } from './word-blocks.ts'

export interface DocumentOutline {
  /** Headings with their level in the body. */
  headings: ReadonlyMap<WordParagraph, 1 | 2>
  /** True if `{{cláusula}}` gives the same numbers as the document: PRIMERA, SEGUNDA … without gaps. */
  usesClauses: boolean
  /** Ordinals that the author typed by hand, e.g. «PRIMERA», by paragraph; empty if Word numbers the clauses. */
  typedClauses: ReadonlyMap<WordParagraph, string>
}

export function readOutline(blocks: readonly WordBlock[]): DocumentOutline {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph')
  const ordinals = paragraphs.flatMap(({ marker }) => (marker?.ordinal ? marker.ordinal : []))
  return {
    headings: findHeadings(paragraphs, findTitle(blocks)),
    usesClauses: ordinals.length > 0 && ordinals.every((ordinal, i) => ordinal === getClauseName(i + 1)),
    typedClauses: ordinals.length ? new Map() : findTypedClauses(paragraphs),
  }
}

/** Returns the headings with their level. A single heading of the highest level becomes the title of the body. */
function findHeadings(paragraphs: readonly WordParagraph[], title: WordParagraph | null) {
  const levels = new Map<WordParagraph, number>()
  for (const paragraph of paragraphs) {
    const level = paragraph === title ? 1 : paragraph.heading
    if (level && getInlineText(paragraph.inlines).trim()) levels.set(paragraph, level)
  }
  let top = Number.POSITIVE_INFINITY
  for (const level of levels.values()) top = Math.min(top, level)
  const isTitle = [...levels.values()].filter((level) => level === top).length === 1
  return new Map([...levels].map(([paragraph, level]) => [paragraph, isTitle && level === top ? 1 : 2] as const))
}

const typedOrdinal =
  /^\s*(?:CL[AÁ]USULA\s+)?((?:D[EÉ]CIMA|VIG[EÉ]SIMA|TRIG[EÉ]SIMA)?\s?(?:PRIMERA|SEGUNDA|TERCERA|CUARTA|QUINTA|SEXTA|S[EÉ]PTIMA|OCTAVA|NOVENA)|D[EÉ]CIMA|UND[EÉ]CIMA|DUOD[EÉ]CIMA|VIG[EÉ]SIMA|TRIG[EÉ]SIMA)(?=[\s.:;,–—-])/iu

function findTypedClauses(paragraphs: readonly WordParagraph[]): Map<WordParagraph, string> {
  const typed = paragraphs.flatMap((paragraph) => {
    const ordinal = typedOrdinal.exec(getInlineText(paragraph.inlines))?.[1]
    return ordinal && !paragraph.marker ? [[paragraph, ordinal] as const] : []
  })
  const isComplete = typed.every(([, ordinal], i) => ordinal.toUpperCase() === getClauseName(i + 1))
  return new Map(typed.length > 1 && isComplete ? typed : [])
}

const maxTitleLength = 120

/** Returns the first paragraph with text if it is a title: short, centred and bold. */
function findTitle(blocks: readonly WordBlock[]): WordParagraph | null {
  const first = blocks.find(
    (block) => block.kind === 'table' || block.inlines.some((one) => one.kind !== 'page' && one.text.trim()),
  )
  if (first?.kind !== 'paragraph' || first.heading || first.marker || first.align !== 'center') return null
  const texts = first.inlines.filter((inline) => inline.kind !== 'page')
  const length = texts.reduce((sum, { text }) => sum + text.length, 0)
  const isBold = texts.every(({ text, style }) => !text.trim() || style.bold)
  return isBold && length <= maxTitleLength && texts.every(({ kind }) => kind === 'text') ? first : null
}
