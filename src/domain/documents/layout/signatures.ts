import type { Signature, SignaturesBlock } from '../blocks.ts'
import type { Logo } from '../logo.ts'
import { breakLines } from './lines.ts'
import {
  addArtifact,
  addFigure,
  addPage,
  addTaggedContent,
  createRule,
  getLastPage,
  type PageFlow,
  type StructureTag,
} from './page-flow.ts'
import { type LayoutBlock, type LayoutSettings, toSpans } from './text.ts'
import { toTextItems } from './text-items.ts'
import type { LineConstraints, TextLine } from './text-line.ts'

const space = 34
/** Space in points above a rule for a handwritten signature, usual and tight, and below the rule. */
const room = { above: 46, tight: 34, below: 4 }
const between = 18

interface Look {
  size: number
  leading: number
  /** Space above the rule in points. */
  above: number
}

/** Lays out signatures in two columns. A row stays on one page. */
export function layoutSignatures({ entries }: SignaturesBlock, setting: LayoutSettings): LayoutBlock {
  const width = (setting.measure - space) / 2
  const size = setting.textSize - 0.5
  const look = { size, leading: size * 1.35 }
  const signed = entries.map((entry) => ({
    image: entry.image ?? null,
    isElectronic: entry.isElectronic ?? false,
    lines: breakSignature(entry, { width: (width * 1000) / size, size }, setting),
  }))
  const rows = Array.from({ length: Math.ceil(signed.length / 2) }, (_, row) => signed.slice(row * 2, row * 2 + 2))
  const above = setting.isTight ? room.tight : room.above
  // A row of electronic signatures follows the text like a paragraph.
  const rooms = rows.map((row) => (row.every(({ isElectronic }) => isElectronic) ? 0 : above + room.below))
  const heights = rows.map(
    (row, index) => (rooms[index] ?? 0) + Math.max(...row.map(({ lines }) => lines.length)) * look.leading,
  )
  return {
    before: rooms[0] === 0 ? 0 : 12,
    after: 12,
    lead: heights[0] ?? 0,
    height: heights.reduce((sum, height) => sum + height, 0) + (rows.length - 1) * between,
    keepsNext: false,
    isShort: true,
    place(pages) {
      const tag: StructureTag = { name: 'Sect', kids: [] }
      rows.forEach((row, index) => {
        if (index) pages.y -= between
        if (pages.y - (heights[index] ?? 0) < pages.frame.bottom) addPage(pages)
        row.forEach((one, column) => {
          const place = { x: pages.frame.left + column * (width + space), y: pages.y - (rooms[index] ?? 0), width }
          tag.kids.push(...placeSignature(pages, one, place, { ...look, above }))
        })
        pages.y -= heights[index] ?? 0
      })
      return tag
    },
  }
}

function breakSignature(
  { lines, isElectronic }: Signature,
  measure: LineConstraints,
  { write }: LayoutSettings,
): TextLine[] {
  return lines.flatMap((runs, index) =>
    breakLines(toSpans(runs, write, index === 0 && !isElectronic ? 'bold' : 'regular'), measure),
  )
}

interface Place {
  x: number
  /** Top of the text below the rule, in points. */
  y: number
  width: number
}

function placeSignature(
  pages: PageFlow,
  { image, isElectronic, lines }: { image: Logo | null; isElectronic: boolean; lines: TextLine[] },
  { x, y, width }: Place,
  { size, leading, above }: Look,
): StructureTag[] {
  const said: StructureTag = { name: 'P', kids: [] }
  const rule = y + room.below
  const figure = image && placeScannedSignature(pages, image, { x, y: rule, width }, above - 4)
  if (!isElectronic) addArtifact(getLastPage(pages), [createRule(x, rule, width, 0.6, 0.1)])
  addTaggedContent(pages, said, toTextItems(lines, { x, y: y - leading * 0.72, size, leading }))
  return figure ? [figure, said] : [said]
}

function placeScannedSignature(pages: PageFlow, image: Logo, { x, y, width }: Place, height: number): StructureTag {
  const scale = Math.min((width * 0.8) / image.width, height / image.height)
  const box = { x, y: y + 1, width: image.width * scale, height: image.height * scale }
  const edges = [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round)
  return addFigure(pages, 'Firma', edges, [{ kind: 'image', image, ...box }])
}
