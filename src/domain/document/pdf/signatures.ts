import type { Run, Signature, SignaturesBlock } from '../blocks.ts'
import { breakLines, type Line } from './lines.ts'
import { decorate, mark, measure, newPage, type Pages, type PdfPage, paper, rule, setLines, type Tag } from './page.ts'
import { type Laid, spansOf } from './text.ts'

const space = 34
const width = (measure - space) / 2
/** Room for a hand that signs, above the line. */
const above = 46
const size = 10
const leading = 13.5
const between = 18

/** Two beside each other, each with a line to sign on; a row of them is never parted. */
export function laySignatures({ entries }: SignaturesBlock, encode: (text: string, run?: Run) => string): Laid {
  const signed = entries.map((entry) => linesOf(entry, encode))
  const rows = Array.from({ length: Math.ceil(signed.length / 2) }, (_, row) => signed.slice(row * 2, row * 2 + 2))
  const heights = rows.map((row) => above + 4 + Math.max(...row.map((lines) => lines.length)) * leading)
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
        if (pages.y - (heights[index] ?? 0) < paper.bottom) newPage(pages)
        row.forEach((lines, column) => {
          tag.kids.push(sign(pages, lines, paper.left + column * (width + space)))
        })
        pages.y -= heights[index] ?? 0
      })
      return tag
    },
  }
}

function linesOf({ lines }: Signature, encode: (text: string, run?: Run) => string): Line[] {
  return lines.flatMap((runs, index) => breakLines(spansOf(runs, encode, index === 0), (width * 1000) / size))
}

function sign(pages: Pages, lines: readonly Line[], x: number): Tag {
  const tag: Tag = { name: 'P', kids: [] }
  const y = pages.y - above
  decorate(pages.sheets.at(-1) as PdfPage, rule(x, x + width, y, 0.6, 0.1))
  mark(pages, tag, setLines(lines, { x, y: y - 4 - leading * 0.72, size, leading }))
  return tag
}
