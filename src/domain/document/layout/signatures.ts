import type { Signature, SignaturesBlock } from '../blocks.ts'
import type { Logo } from '../logo.ts'
import { breakLines, type Line } from './lines.ts'
import { decorate, lastPage, mark, markFigure, newPage, type Pages, rule, setLines, type Tag } from './page.ts'
import { type Laid, type Setting, spansOf } from './text.ts'

const space = 34
/** Room for a hand that signs, above the line. */
const above = 46
const size = 10
const leading = 13.5
const between = 18

interface Signed {
  image: Logo | null
  lines: Line[]
}

/** Two beside each other, each with a line to sign on; a row of them is never parted. */
export function laySignatures({ entries }: SignaturesBlock, setting: Setting): Laid {
  const width = (setting.measure - space) / 2
  const signed = entries.map((entry) => ({ image: entry.image ?? null, lines: linesOf(entry, width, setting) }))
  const rows = Array.from({ length: Math.ceil(signed.length / 2) }, (_, row) => signed.slice(row * 2, row * 2 + 2))
  const heights = rows.map((row) => above + 4 + Math.max(...row.map(({ lines }) => lines.length)) * leading)
  return {
    before: 12,
    after: 12,
    lead: heights[0] ?? 0,
    height: heights.reduce((sum, height) => sum + height, 0) + (rows.length - 1) * between,
    keepsNext: false,
    isShort: true,
    place(pages) {
      const tag: Tag = { name: 'Sect', kids: [] }
      rows.forEach((row, index) => {
        if (index) pages.y -= between
        if (pages.y - (heights[index] ?? 0) < pages.frame.bottom) newPage(pages)
        row.forEach((one, column) => {
          tag.kids.push(...sign(pages, one, pages.frame.left + column * (width + space), width))
        })
        pages.y -= heights[index] ?? 0
      })
      return tag
    },
  }
}

function linesOf({ lines }: Signature, width: number, { write }: Setting): Line[] {
  return lines.flatMap((runs, index) =>
    breakLines(spansOf(runs, write, index === 0 ? 'bold' : 'regular'), { width: (width * 1000) / size }),
  )
}

function sign(pages: Pages, { image, lines }: Signed, x: number, width: number): Tag[] {
  const y = pages.y - above
  const said: Tag = { name: 'P', kids: [] }
  const figure = image && scanned(pages, image, { x, y, width })
  decorate(lastPage(pages), [rule(x, y, width, 0.6, 0.1)])
  mark(pages, said, setLines(lines, { x, y: y - 4 - leading * 0.72, size, leading }))
  return figure ? [figure, said] : [said]
}

/** As large as the room above the line, on which it stands. */
function scanned(pages: Pages, image: Logo, { x, y, width }: { x: number; y: number; width: number }): Tag {
  const scale = Math.min((width * 0.8) / image.width, (above - 4) / image.height)
  const box = { x, y: y + 1, width: image.width * scale, height: image.height * scale }
  const edges = [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round)
  return markFigure(pages, 'Firma', edges, [{ kind: 'image', image, ...box }])
}
