import type { Block, Run } from '../blocks.ts'
import { breakLines, type Line } from './lines.ts'
import type { FontStyle } from './metrics.ts'
import { mark, newPage, type Pages, setLines, type Tag, type Write } from './page.ts'
import type { Span } from './words.ts'

/** A block whose lines are broken and that waits for its place. */
export interface Laid {
  /** Space before and after; at the head of a page there is none before. */
  before: number
  after: number
  /** The height that has to fit below what stands before it. */
  lead: number
  /** The whole height, where nothing parts it. */
  height: number
  /** A heading never stays alone at the foot of a page. */
  keepsNext: boolean
  /** So short that it is never parted. */
  isShort: boolean
  /** `tail`: what has to fit below its last lines. */
  place(pages: Pages, tail: number): Tag
}

/** Settings of the layout: width of the page's text, its size, and whether paragraphs are justified. */
export interface Setting {
  measure: number
  textSize: number
  isJustified: boolean
  write: Write
}

export interface TextLook {
  size: number
  leading: number
  before: number
  after: number
  align: 'start' | 'center'
}

export const looksAt = (textSize: number) =>
  ({
    H1: { size: textSize + 4, leading: textSize + 9.5, before: 26, after: 20, align: 'center' },
    H2: { size: textSize + 0.5, leading: textSize + 5.5, before: 14, after: 6, align: 'start' },
    P: { size: textSize, leading: textSize * 1.45, before: 8.5, after: 8.5, align: 'start' },
  }) as const satisfies Record<string, TextLook>

/** Longer values are prose, and break like prose. */
const wholeUpTo = 60

export function spansOf(runs: readonly Run[], write: Write, own: 'regular' | 'bold' = 'regular'): Span[] {
  return runs.map((run) => {
    const text = write(run.missing ?? run.text, run)
    const span: Span = {
      text,
      style: styleOf(run.bold || own === 'bold', run.italic),
      whole: run.key !== undefined && text.length <= wholeUpTo,
    }
    if (run.key !== undefined) span.key = run.key
    if (run.missing !== undefined) span.isMissing = true
    return span
  })
}

function styleOf(isBold: boolean, isItalic = false): FontStyle {
  if (isBold) return isItalic ? 'boldItalic' : 'bold'
  return isItalic ? 'italic' : 'regular'
}

export function layText(block: Block & { runs: Run[] }, { measure, textSize, isJustified, write }: Setting): Laid {
  const isHeading = block.kind === 'heading'
  const name = isHeading ? (`H${block.level}` as const) : 'P'
  const look = looksAt(textSize)[name]
  const width = (measure * 1000) / look.size
  const lines = breakLines(
    spansOf(block.runs, write, isHeading ? 'bold' : 'regular'),
    isHeading ? { width } : { width, isJustified, isHyphenated: true },
  )
  const isShort = isHeading || lines.length < 4
  return {
    before: look.before,
    after: look.after,
    lead: (isShort ? lines.length : 2) * look.leading,
    height: lines.length * look.leading,
    keepsNext: isHeading,
    isShort,
    place: (pages, tail) => placeLines(pages, { name, kids: [] }, lines, { look, tail }),
  }
}

interface Placing {
  look: TextLook
  x?: number
  width?: number
  tail?: number
  /** Called once the page of the first line is known. */
  first?: () => void
}

/** Never leaves one line of a paragraph alone on either side of a page's end. */
export function placeLines(pages: Pages, tag: Tag, lines: readonly Line[], placing: Placing): Tag {
  const { frame } = pages
  const { look, x = frame.left, width = frame.measure, tail = 0, first } = placing
  const { size, leading, align } = look
  let left = lines
  while (left.length) {
    const room = Math.floor((pages.y - frame.bottom) / leading + 0.001)
    let count = Math.min(left.length, room)
    // The last two lines go along with what must not stand without them.
    const alone = count === left.length && pages.y - count * leading - tail < frame.bottom
    if (alone && pages.y < frame.top) count = Math.max(0, count - 2)
    if (left.length - count === 1) count--
    if (count < left.length && count < 2) {
      newPage(pages)
      continue
    }
    if (left === lines) first?.()
    const y = pages.y - leading * 0.72
    mark(pages, tag, setLines(left.slice(0, count), { x, y, size, leading, width, align }))
    pages.y -= count * leading
    left = left.slice(count)
    if (left.length) newPage(pages)
  }
  return tag
}
