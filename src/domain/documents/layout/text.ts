import type { Block, TextAlignment, TextRun } from '../blocks.ts'
import { breakLines } from './lines.ts'
import type { FontStyle } from './metrics.ts'
import { addPage, addTaggedContent, type EncodeText, type PageFlow, type StructureTag } from './page-flow.ts'
import { toTextItems } from './text-items.ts'
import type { TextLine } from './text-line.ts'
import type { TextSpan } from './words.ts'

/** Block whose lines are broken, ready to be placed on a page. */
export interface LayoutBlock {
  /** Space before and after the block in points. At the top of a page there is no space before it. */
  before: number
  after: number
  /** Minimum height in points that must fit on the current page; otherwise the block starts on the next page. */
  lead: number
  /** Height of the block in points if it is on a single page. */
  height: number
  /** True if the block must be on the same page as the next block, e.g. a heading. */
  keepsNext: boolean
  /** True if the block is never split across pages. */
  isShort: boolean
  /** Places the block on pages. `tail`: height in points that must fit below its last lines. */
  place(pages: PageFlow, tail: number): StructureTag
}

/** `width` and `size` in points. `isTight`: text, tables and signatures take less space, so that the document needs one page less. */
export interface LayoutSettings {
  measure: number
  textSize: number
  isJustified: boolean
  isTight: boolean
  write: EncodeText
}

export interface TextStyle {
  size: number
  leading: number
  before: number
  after: number
  align: TextAlignment
}

export const getTextStyles = ({ textSize, isTight }: Pick<LayoutSettings, 'textSize' | 'isTight'>) =>
  ({
    H1: { size: textSize + 4, leading: textSize + 9.5, before: 26, after: 20, align: 'center' },
    H2: { size: textSize + 0.5, leading: textSize + 5.5, before: 14, after: 6, align: 'start' },
    P: { size: textSize, leading: textSize * (isTight ? 1.35 : 1.45), before: 8.5, after: 8.5, align: 'start' },
  }) as const satisfies Record<string, TextStyle>

/** Maximum length of a value that stays on one line, such as a name. Longer values wrap like prose. */
const maxUnbrokenLength = 60

export function toSpans(runs: readonly TextRun[], write: EncodeText, own: 'regular' | 'bold' = 'regular'): TextSpan[] {
  return runs.map((run) => {
    if (run.tab) return { text: run.text, style: 'regular', whole: false, tab: run.tab }
    const text = write(run.missing ?? run.text, run)
    const span: TextSpan = {
      text,
      style: getFontStyle(run.bold || own === 'bold', run.italic),
      whole: run.key !== undefined && text.length <= maxUnbrokenLength,
    }
    if (run.key !== undefined) span.key = run.key
    if (run.missing !== undefined) span.isMissing = true
    if (run.underline) span.isUnderlined = true
    return span
  })
}

function getFontStyle(isBold: boolean, isItalic = false): FontStyle {
  if (isBold) return isItalic ? 'boldItalic' : 'bold'
  return isItalic ? 'italic' : 'regular'
}

const textAlignNames = { start: 'Start', center: 'Center', end: 'End' } as const

const textAlignTag = (align: TextAlignment | undefined) =>
  align && { attributes: `/A<</O/Layout/TextAlign/${textAlignNames[align]}>>` }

export function layoutText(
  block: Extract<Block, { kind: 'heading' | 'paragraph' }>,
  setting: LayoutSettings,
): LayoutBlock {
  const { measure, isJustified, write } = setting
  const isHeading = block.kind === 'heading'
  const name = isHeading ? (`H${block.level}` as const) : 'P'
  const { align } = block
  const usual = getTextStyles(setting)[name]
  const look = align ? { ...usual, align } : usual
  const { size } = look
  const width = (measure * 1000) / size
  const lines = breakLines(
    toSpans(block.runs, write, isHeading ? 'bold' : 'regular'),
    isHeading || align ? { width, size } : { width, size, isJustified, isHyphenated: true },
  )
  const isShort = isHeading || lines.length < 4
  return {
    before: look.before,
    after: look.after,
    lead: (isShort ? lines.length : 2) * look.leading,
    height: lines.length * look.leading,
    keepsNext: isHeading,
    isShort,
    place: (pages, tail) => placeLines(pages, { name, ...textAlignTag(align), kids: [] }, lines, { look, tail }),
  }
}

interface LinePlacement {
  look: TextStyle
  x?: number
  width?: number
  tail?: number
  /** Called once the page of the first line is known. */
  first?: () => void
}

/** Places lines on pages. Avoids single lines at the start or end of a page (widows and orphans). */
export function placeLines(
  pages: PageFlow,
  tag: StructureTag,
  lines: readonly TextLine[],
  placing: LinePlacement,
): StructureTag {
  const { frame } = pages
  const { look, x = frame.left, width = frame.measure, tail = 0, first } = placing
  const { size, leading, align } = look
  let left = lines
  while (left.length) {
    const room = Math.floor((pages.y - frame.bottom) / leading + 0.001)
    let count = Math.min(left.length, room)
    // Moves the last two lines to the next page if the block after them (`tail`) does not fit on this page.
    const alone = count === left.length && pages.y - count * leading - tail < frame.bottom
    if (alone && pages.y < frame.top) count = Math.max(0, count - 2)
    if (left.length - count === 1) count--
    if (count < left.length && count < 2) {
      addPage(pages)
      continue
    }
    if (left === lines) first?.()
    const y = pages.y - leading * 0.72
    addTaggedContent(pages, tag, toTextItems(left.slice(0, count), { x, y, size, leading, width, align }))
    pages.y -= count * leading
    left = left.slice(count)
    if (left.length) addPage(pages)
  }
  return tag
}
