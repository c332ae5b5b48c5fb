import { itemMark, type ListBlock, type Run } from '../blocks.ts'
import { breakLines } from './lines.ts'
import { mark, measure, oneLine, type Pages, paper, setLines, type Tag } from './page.ts'
import { type Laid, looks, placeLines, spansOf } from './text.ts'

const indent = 24
const gap = 4
const look = looks.P
const numbering = { bullet: 'Disc', letter: 'LowerAlpha', number: 'Decimal' } as const

/** Items one under the other, what counts them in the margin of the list. */
export function layList(list: ListBlock, encode: (text: string, run?: Run) => string): Laid {
  const width = measure - indent
  const items = list.items.map((runs) => breakLines(spansOf(runs, encode), (width * 1000) / look.size))
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
        if (index && pages.y < paper.top) pages.y -= gap
        const first = () => setLabel(pages, label, encode(itemMark(list, index)))
        const last = index === items.length - 1
        placeLines(pages, body, lines, { look, x: paper.left + indent, width, tail: last ? tail : 0, first })
      })
      return tag
    },
  }
}

function setLabel(pages: Pages, tag: Tag, text: string) {
  const { size, leading } = look
  mark(pages, tag, setLines([oneLine(text, false)], { x: paper.left + 6, y: pages.y - leading * 0.72, size, leading }))
}
