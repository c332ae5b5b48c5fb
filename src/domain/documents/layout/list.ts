import type { ListBlock } from '../blocks.ts'
import { getListNumbering } from '../list-marker.ts'
import { type ListNode, nestListItems } from '../list-tree.ts'
import { breakLines } from './lines.ts'
import { measureText } from './metrics.ts'
import { addTaggedContent, createTextLine, type PageFlow, type StructureTag } from './page-flow.ts'
import { getTextStyles, type LayoutBlock, type LayoutSettings, placeLines, type TextStyle, toSpans } from './text.ts'
import { toTextItems } from './text-items.ts'

/** Spaces in points before a marker, and after a short (`least`) or long marker such as «aa)» (`after`). */
const room = { before: 6, least: 3.5, after: 6 }
const gap = 4
/** Maximum indent as part of the text width. */
const maxIndent = 0.5

/** Horizontal positions of a list level in points from the left edge of the text. */
interface LevelIndent {
  marker: number
  text: number
}

/** Returns the positions of each list level. Markers of a nested list align with its parent's text. */
export function measureListIndents({ items }: ListBlock, textSize: number): LevelIndent[] {
  const levels = items.map(({ tag }) => tag.level)
  const indents: LevelIndent[] = []
  for (let level = 0; level <= Math.max(0, ...levels); level++) {
    const markers = items.filter((_, index) => levels[index] === level).map(({ marker }) => marker)
    const marker = level ? (indents[level - 1]?.text ?? 0) : room.before
    const widest = (Math.max(0, ...markers.map((text) => measureText(text, 'regular'))) * textSize) / 1000
    const usual = marker + textSize * 2.35 - room.before
    const end = marker + widest
    indents.push({ marker, text: end + room.least <= usual ? usual : end + room.after })
  }
  return indents
}

/** Lays out list items one below the other. Markers are printed in the indent. */
export function layoutList(list: ListBlock, setting: LayoutSettings): LayoutBlock {
  const { measure, textSize, isJustified, write } = setting
  const look = getTextStyles(setting).P
  const { size } = look
  const indents = measureListIndents(list, textSize).map(({ marker, text }) => {
    const limited = Math.min(text, measure * maxIndent)
    return { marker: Math.min(marker, limited), text: limited, width: measure - limited }
  })
  const items = list.items.map(({ tag, marker, runs }) => {
    const { width, ...indent } = indents[tag.level] as (typeof indents)[number]
    const line = { width: (width * 1000) / size, size, isJustified, isHyphenated: true }
    return { ...indent, width, label: write(marker), lines: breakLines(toSpans(runs, write), line) }
  })
  const count = items.reduce((sum, { lines }) => sum + lines.length, 0)
  return {
    before: look.before,
    after: look.after,
    lead: Math.min(items[0]?.lines.length ?? 0, 2) * look.leading,
    height: count * look.leading + (items.length - 1) * gap,
    keepsNext: false,
    isShort: count < 4,
    place(pages, tail) {
      const { root, tags } = createListTags(nestListItems(list.items))
      items.forEach(({ label, lines, marker, text, width }, index) => {
        const tag = tags[index] as ItemTags
        if (index && pages.y < pages.frame.top) pages.y -= gap
        const { left } = pages.frame
        const first = () => placeLabel(pages, tag.label, label, left + marker, look)
        const last = index === items.length - 1
        placeLines(pages, tag.body, lines, { look, x: left + text, width, tail: last ? tail : 0, first })
        tag.body.kids.push(...tag.nested)
      })
      return root
    },
  }
}

interface ItemTags {
  label: StructureTag
  body: StructureTag
  /** Lists within the item. They follow its text. */
  nested: StructureTag[]
}

/** Creates the structure tags of a list; `tags` in the order of the items. */
function createListTags(list: ListNode): { root: StructureTag; tags: ItemTags[] } {
  const tags: ItemTags[] = []
  return { root: create(list), tags }

  function create({ items }: ListNode): StructureTag {
    const numbering = getListNumbering(items[0]?.item.tag.marker ?? '-')
    const tag: StructureTag = { name: 'L', attributes: `/A<</O/List/ListNumbering/${numbering}>>`, kids: [] }
    for (const { index, lists } of items) {
      const label: StructureTag = { name: 'Lbl', kids: [] }
      const body: StructureTag = { name: 'LBody', kids: [] }
      tags[index] = { label, body, nested: lists.map(create) }
      tag.kids.push({ name: 'LI', kids: [label, body] })
    }
    return tag
  }
}

function placeLabel(pages: PageFlow, tag: StructureTag, text: string, x: number, { size, leading }: TextStyle) {
  const place = { x, y: pages.y - leading * 0.72, size, leading }
  addTaggedContent(pages, tag, toTextItems([createTextLine(text, 'regular')], place))
}
