import { itemMark, type ListBlock } from '../blocks.ts'
import { breakLines } from './lines.ts'
import { widthOf } from './metrics.ts'
import { mark, oneLine, type Pages, setLines, type Tag } from './page.ts'
import { type Laid, looksAt, placeLines, type Setting, spansOf, type TextLook } from './text.ts'

/**
 * Spaces in points: before a mark, after a short mark (`least`), and after a long mark such as «aa)» or «100.»
 * (`after`).
 */
const room = { before: 6, least: 3.5, after: 6 }
const gap = 4
const numbering = { bullet: 'Disc', letter: 'LowerAlpha', number: 'Decimal' } as const

/** Returns the indent of list text in points. */
export function measureIndent(list: ListBlock, textSize: number): number {
  const widest = Math.max(0, ...list.items.map((_, index) => widthOf(itemMark(list, index), 'regular')))
  const end = room.before + (widest * textSize) / 1000
  const usual = textSize * 2.35
  return end + room.least <= usual ? usual : end + room.after
}

/** Lays out list items one below the other, with the marks in the margin. */
export function layList(list: ListBlock, { measure, textSize, isJustified, write }: Setting): Laid {
  const look = looksAt(textSize).P
  const indent = measureIndent(list, textSize)
  const width = measure - indent
  const line = { width: (width * 1000) / look.size, isJustified, isHyphenated: true }
  const items = list.items.map((runs) => breakLines(spansOf(runs, write), line))
  const count = items.reduce((sum, lines) => sum + lines.length, 0)
  return {
    before: look.before,
    after: look.after,
    lead: Math.min(items[0]?.length ?? 0, 2) * look.leading,
    height: count * look.leading + (items.length - 1) * gap,
    keepsNext: false,
    isShort: count < 4,
    place(pages, tail) {
      const tag: Tag = { name: 'L', attributes: `/A<</O/List/ListNumbering/${numbering[list.mark]}>>`, kids: [] }
      items.forEach((lines, index) => {
        const label: Tag = { name: 'Lbl', kids: [] }
        const body: Tag = { name: 'LBody', kids: [] }
        tag.kids.push({ name: 'LI', kids: [label, body] })
        if (index && pages.y < pages.frame.top) pages.y -= gap
        const first = () => setLabel(pages, label, write(itemMark(list, index)), look)
        const last = index === items.length - 1
        placeLines(pages, body, lines, { look, x: pages.frame.left + indent, width, tail: last ? tail : 0, first })
      })
      return tag
    },
  }
}

function setLabel(pages: Pages, tag: Tag, text: string, { size, leading }: TextLook) {
  const place = { x: pages.frame.left + room.before, y: pages.y - leading * 0.72, size, leading }
  mark(pages, tag, setLines([oneLine(text, 'regular')], place))
}
