import { getItemMarker, type ListBlock } from '../blocks.ts'
import { breakLines } from './lines.ts'
import { measureText } from './metrics.ts'
import { addTaggedContent, createTextLine, type PageFlow, type StructureTag, toTextItems } from './page-flow.ts'
import { getTextStyles, type LayoutBlock, type LayoutSettings, placeLines, type TextStyle, toSpans } from './text.ts'

/** Spaces in points around a marker: before the marker, after a short marker (`least`), and after a long marker such as «aa)» or «100.» (`after`). */
const room = { before: 6, least: 3.5, after: 6 }
const gap = 4
const numbering = { bullet: 'Disc', letter: 'LowerAlpha', number: 'Decimal' } as const

/** Returns the indent of a list's text in points. */
export function measureListIndent(list: ListBlock, textSize: number): number {
  const widest = Math.max(0, ...list.items.map((_, index) => measureText(getItemMarker(list, index), 'regular')))
  const end = room.before + (widest * textSize) / 1000
  const usual = textSize * 2.35
  return end + room.least <= usual ? usual : end + room.after
}

/** Lays out list items one below the other. Markers are printed in the indent. */
export function layoutList(list: ListBlock, { measure, textSize, isJustified, write }: LayoutSettings): LayoutBlock {
  const look = getTextStyles(textSize).P
  const indent = measureListIndent(list, textSize)
  const width = measure - indent
  const line = { width: (width * 1000) / look.size, isJustified, isHyphenated: true }
  const items = list.items.map((runs) => breakLines(toSpans(runs, write), line))
  const count = items.reduce((sum, lines) => sum + lines.length, 0)
  return {
    before: look.before,
    after: look.after,
    lead: Math.min(items[0]?.length ?? 0, 2) * look.leading,
    height: count * look.leading + (items.length - 1) * gap,
    keepsNext: false,
    isShort: count < 4,
    place(pages, tail) {
      const tag: StructureTag = {
        name: 'L',
        attributes: `/A<</O/List/ListNumbering/${numbering[list.mark]}>>`,
        kids: [],
      }
      items.forEach((lines, index) => {
        const label: StructureTag = { name: 'Lbl', kids: [] }
        const body: StructureTag = { name: 'LBody', kids: [] }
        tag.kids.push({ name: 'LI', kids: [label, body] })
        if (index && pages.y < pages.frame.top) pages.y -= gap
        const first = () => placeLabel(pages, label, write(getItemMarker(list, index)), look)
        const last = index === items.length - 1
        placeLines(pages, body, lines, { look, x: pages.frame.left + indent, width, tail: last ? tail : 0, first })
      })
      return tag
    },
  }
}

function placeLabel(pages: PageFlow, tag: StructureTag, text: string, { size, leading }: TextStyle) {
  const place = { x: pages.frame.left + room.before, y: pages.y - leading * 0.72, size, leading }
  addTaggedContent(pages, tag, toTextItems([createTextLine(text, 'regular')], place))
}
