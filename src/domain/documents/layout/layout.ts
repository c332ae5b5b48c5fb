import type { Block, TextRun } from '../blocks.ts'
import { type DocumentModel, documentTexts } from '../document.ts'
import { getPageFrame, type PageFrame } from '../page-setup.ts'
import { addHeadersAndFooters } from './header-footer.ts'
import { placeLetterhead } from './letterhead.ts'
import { layoutList } from './list.ts'
import { addPage, getLastPage, type LayoutPage, type PageFlow, type StructureTag } from './page-flow.ts'
import { layoutSignatures } from './signatures.ts'
import { isSupportedAsIs, toSupportedCharacters } from './supported-characters.ts'
import { layoutTable } from './table.ts'
import { type LayoutBlock, type LayoutSettings, layoutText } from './text.ts'
import { layoutVerificationBlock } from './verification-block.ts'
import { createWatermark } from './watermark.ts'

/** Character that the document fonts do not contain. */
export interface UnsupportedCharacter {
  character: string
  /** Key of the field whose value contains the character. `null` if the character is in the format's text or the organisation's name. */
  key: string | null
  text: string
}

/** Document laid out on pages, with the position of each line. Input of the PDF writer and of the preview. */
export interface DocumentLayout {
  frame: PageFrame
  pages: LayoutPage[]
  tags: StructureTag[]
  lacking: UnsupportedCharacter[]
}

/** Lays out a document. Tightens the spacing if that saves a last page with little more than the signatures. */
export function layoutDocument(model: DocumentModel): DocumentLayout {
  const usual = layoutPages(model, false)
  const { frame, pages, lastTextEnd } = usual
  const isShort = frame.top - lastTextEnd < maxSavedHeight * (frame.top - frame.bottom)
  if (pages.length < 2 || pages.length > maxTightPages || !isShort) return usual
  const tight = layoutPages(model, true)
  return tight.pages.length < pages.length ? tight : usual
}

/** Height of the last page's text, as a part of the page, above which tighter spacing never saves the page. */
const maxSavedHeight = 0.4
/** Longer documents keep their spacing, because tighter spacing would save several pages. */
const maxTightPages = 3
/** Factor of the gaps between blocks if the spacing is tight. */
const tightGap = 0.6

function layoutPages(model: DocumentModel, isTight: boolean): DocumentLayout & { lastTextEnd: number } {
  const lacking: UnsupportedCharacter[] = []
  const write = (text: string, run?: TextRun) =>
    isSupportedAsIs(text)
      ? text
      : toSupportedCharacters(text, (character) => lacking.push({ character, key: run?.key ?? null, text }))
  const frame = getPageFrame(model.page)
  const { textSize, isJustified } = model.page
  const pages: PageFlow = { frame, all: [], y: 0 }
  addPage(pages)
  const tags = placeLetterhead(pages, model, write)
  const setting = { measure: frame.measure, textSize, isJustified, isTight, write }
  const { tags: placed, lastTextEnd } = placeBlocks(pages, model, setting)
  tags.push(...placed)
  const verified = model.check && getLastPage(pages)
  if (model.evidence.length) {
    addPage(pages)
    tags.push(...placeBlocks(pages, { ...model, blocks: model.evidence, check: null }, setting).tags)
  }
  addHeadersAndFooters(pages.all, frame, model, write, verified)
  const word = documentTexts.mark[model.kind]
  const items = word ? [createWatermark(word, frame)] : []
  for (const page of pages.all) if (word) page.groups.unshift({ tag: null, artifact: 'Watermark', items })
  return { frame, pages: pages.all, tags, lacking, lastTextEnd }
}

function layoutBlock(block: Block, frame: PageFrame, setting: LayoutSettings): LayoutBlock | null {
  if (block.kind === 'page') return null
  if (block.kind === 'table') return layoutTable(block, frame, setting)
  if (block.kind === 'list') return layoutList(block, setting)
  return block.kind === 'signatures' ? layoutSignatures(block, setting) : layoutText(block, setting)
}

type PlacedContent = Pick<DocumentModel, 'check' | 'approval'> & { blocks: readonly Block[] }

/** Places blocks and the verification section. `lastTextEnd`: position below the last block on the last page. */
function placeBlocks(pages: PageFlow, { blocks, check, approval }: PlacedContent, setting: LayoutSettings) {
  const { frame } = pages
  const laid = blocks.map((block) => layoutBlock(block, frame, setting))
  if (check) laid.push(layoutVerificationBlock(check, approval, setting))
  if (setting.isTight)
    for (const block of laid)
      if (block) Object.assign(block, { before: block.before * tightGap, after: block.after * tightGap })
  let after = 0
  let lastTextEnd = pages.y
  const tags = laid.flatMap((block, index) => {
    if (!block) {
      if (pages.y < frame.top) addPage(pages)
      return []
    }
    const gap = pages.y === frame.top ? 0 : Math.max(after, block.before)
    if (pages.y - gap - getNeededHeight(blocks, laid, index, frame) < frame.bottom) {
      addPage(pages)
      lastTextEnd = pages.y
    } else pages.y -= gap
    after = block.after
    const next = isClosedBy(blocks, index + 1) ? laid[index + 1] : undefined
    const tail = next ? Math.max(after, next.before) + getNeededHeight(blocks, laid, index + 1, frame) : 0
    const tag = block.place(pages, tail < (frame.top - frame.bottom) / 2 ? tail : 0)
    if (index < blocks.length) lastTextEnd = pages.y
    return [tag]
  })
  return { tags, lastTextEnd }
}

/** Returns whether the block at `index` is a closing block: signatures, their group, or the verification section. It needs two lines before it. */
function isClosedBy(blocks: readonly Block[], index: number): boolean {
  const { kind, together } = blocks[index] ?? { kind: 'signatures' }
  if (kind === 'signatures') return true
  return together !== undefined && blocks[index + 1]?.together === together && isClosedBy(blocks, index + 1)
}

/** Maximum number of short last blocks that stay on one page, because without a signature block they may be typed signatures. */
const maxClosingBlocks = 3

/**
 * Returns the height that must fit on the current page: for a heading, including the start of the next block; for a
 * keep-together group, all its blocks; for a short last text, including the signatures.
 */
function getNeededHeight(
  blocks: readonly Block[],
  laid: readonly (LayoutBlock | null)[],
  index: number,
  frame: PageFrame,
): number {
  const block = laid[index]
  const next = laid[index + 1]
  if (!block) return 0
  const { together } = blocks[index] ?? {}
  const goesOn = together !== undefined && blocks[index + 1]?.together === together
  const own = together === undefined ? block.lead : Math.min(block.height, frame.top - frame.bottom)
  const stays =
    goesOn || block.keepsNext || (block.isShort && (isClosedBy(blocks, index + 1) || isClosing(blocks, index)))
  return stays && next
    ? own + Math.max(block.after, next.before) + getNeededHeight(blocks, laid, index + 1, frame)
    : own
}

function isClosing(blocks: readonly Block[], index: number): boolean {
  return index >= blocks.length - maxClosingBlocks && !blocks.slice(index).some(({ kind }) => kind === 'signatures')
}
