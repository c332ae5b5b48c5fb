import type { Block, Run } from '../blocks.ts'
import { type DocumentModel, wording } from '../document.ts'
import { type Frame, pageFrame } from '../page-setup.ts'
import { layCheck } from './check.ts'
import { placeLetterhead } from './letterhead.ts'
import { layList } from './list.ts'
import { type LaidPage, newPage, type Pages, type Tag } from './page.ts'
import { decoratePages } from './running.ts'
import { laySignatures } from './signatures.ts'
import { layTable } from './table.ts'
import { type Laid, layText, type Setting } from './text.ts'
import { watermark } from './watermark.ts'
import { isPlain, written } from './written.ts'

/** Character missing from the document fonts. */
export interface Lacking {
  character: string
  /**
   * Key of the field whose value contains the character; null if it comes from the format or the organisation's name.
   */
  key: string | null
  text: string
}

/** Document laid out on pages, with the position of each line: input of the PDF writer and the preview. */
export interface LaidDocument {
  frame: Frame
  pages: LaidPage[]
  tags: Tag[]
  lacking: Lacking[]
}

export function layOut(model: DocumentModel): LaidDocument {
  const lacking: Lacking[] = []
  const write = (text: string, run?: Run) =>
    isPlain(text) ? text : written(text, (character) => lacking.push({ character, key: run?.key ?? null, text }))
  const frame = pageFrame(model.page)
  const { textSize, isJustified } = model.page
  const pages: Pages = { frame, all: [], y: 0 }
  newPage(pages)
  const tags = placeLetterhead(pages, model, write)
  tags.push(...flow(pages, model, { measure: frame.measure, textSize, isJustified, write }))
  decoratePages(pages.all, frame, model, write)
  const word = wording.mark[model.kind]
  const items = word ? [watermark(word, frame)] : []
  for (const page of pages.all) if (word) page.groups.unshift({ tag: null, artifact: 'Watermark', items })
  return { frame, pages: pages.all, tags, lacking }
}

function layBlock(block: Exclude<Block, { kind: 'page' }>, frame: Frame, setting: Setting): Laid {
  if (block.kind === 'table') return layTable(block, frame, setting)
  if (block.kind === 'list') return layList(block, setting)
  return block.kind === 'signatures' ? laySignatures(block, setting) : layText(block, setting)
}

function flow(pages: Pages, { blocks, check, approval }: DocumentModel, setting: Setting): Tag[] {
  const { frame } = pages
  const laid = blocks.map((block) => (block.kind === 'page' ? null : layBlock(block, frame, setting)))
  if (check) laid.push(layCheck(check, approval, setting))
  let after = 0
  return laid.flatMap((block, index) => {
    if (!block) {
      if (pages.y < frame.top) newPage(pages)
      return []
    }
    const gap = pages.y === frame.top ? 0 : Math.max(after, block.before)
    if (pages.y - gap - needed(blocks, laid, index, frame) < frame.bottom) newPage(pages)
    else pages.y -= gap
    after = block.after
    const next = isClosedBy(blocks, index + 1) ? laid[index + 1] : undefined
    const tail = next ? Math.max(after, next.before) + needed(blocks, laid, index + 1, frame) : 0
    return [block.place(pages, tail < (frame.top - frame.bottom) / 2 ? tail : 0)]
  })
}

/**
 * Returns whether the block at `index` ends the text: signatures (alone or at the end of a keep-together group) or
 * the verification section.
 * Two lines of the text before stay with this block.
 */
function isClosedBy(blocks: readonly Block[], index: number): boolean {
  const { kind, together } = blocks[index] ?? { kind: 'signatures' }
  if (kind === 'signatures') return true
  return together !== undefined && blocks[index + 1]?.together === together && isClosedBy(blocks, index + 1)
}

/**
 * Number of short blocks at the end of a document that stay together, because signatures may be written as plain
 * text.
 */
const closing = 3

/**
 * Returns the height that must fit on the page. A heading includes the beginning of the next block.
 * A keep-together group includes all its blocks, and a short last text its signatures.
 */
function needed(blocks: readonly Block[], laid: readonly (Laid | null)[], index: number, frame: Frame): number {
  const block = laid[index]
  const next = laid[index + 1]
  if (!block) return 0
  const { together } = blocks[index] ?? {}
  const goesOn = together !== undefined && blocks[index + 1]?.together === together
  const own = together === undefined ? block.lead : Math.min(block.height, frame.top - frame.bottom)
  const stays =
    goesOn || block.keepsNext || (block.isShort && (isClosedBy(blocks, index + 1) || isClosing(blocks, index)))
  return stays && next ? own + Math.max(block.after, next.before) + needed(blocks, laid, index + 1, frame) : own
}

function isClosing(blocks: readonly Block[], index: number): boolean {
  return index >= blocks.length - closing && !blocks.slice(index).some(({ kind }) => kind === 'signatures')
}
