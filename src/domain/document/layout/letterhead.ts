import { longDate } from '../../date.ts'
import { type DocumentModel, stampOf, wording } from '../document.ts'
import { letterheadGap, letterheadLines } from '../issuer.ts'
import type { Logo } from '../logo.ts'
import type { Frame } from '../page-setup.ts'
import { breakLines } from './lines.ts'
import { widthOf } from './metrics.ts'
import {
  type Colour,
  decorate,
  grey,
  type Item,
  ink,
  lastPage,
  mark,
  markFigure,
  oneLine,
  type Pages,
  rule,
  setLines,
  type Tag,
  type TextItem,
  type Write,
} from './page.ts'
import { numberLabel } from './running.ts'

const red = [0.62, 0.1, 0.1] as const
const sideWidth = 170
/** The letterhead begins above the text of other pages. */
const above = 32

/** The first page's head: who issues, what it is, its number and date. The text follows below. */
export function placeLetterhead(pages: Pages, model: DocumentModel, write: Write): Tag[] {
  const { frame } = pages
  const head = frame.top + above
  const tags: Tag[] = []
  function say(items: TextItem[]) {
    const tag: Tag = { name: 'P', kids: [] }
    mark(pages, tag, items)
    tags.push(tag)
  }
  const { logo, name } = model.organisation
  const box = logo ? boxOf(logo) : { width: 0, height: 0 }
  if (logo) {
    const place = { x: frame.left, y: head - box.height, ...box }
    const edges = [frame.left, head - box.height, frame.left + box.width, head] as const
    tags.push(markFigure(pages, name, edges, [{ kind: 'image', image: logo, ...place }]))
  }
  const bottom = sayOrganisation(model, frame, frame.left + (logo ? box.width + 12 : 0), write, say)
  const frames = saySide(model, frame, write, say)
  if (frames.length) decorate(lastPage(pages), frames)
  const end = Math.min(head - 46, head - box.height, bottom) - 9
  decorate(lastPage(pages), [rule(frame.left, end, frame.measure, 0.8, 0.1)])
  pages.y = end - 14
  return tags
}

type Say = (items: TextItem[]) => void

/** Who issues it, from `x` on; gives the height where they end. */
function sayOrganisation({ organisation }: DocumentModel, frame: Frame, x: number, write: Write, say: Say): number {
  const room = frame.right - sideWidth - 14 - x
  let y = frame.top + above - 10
  const set = (text: string, style: 'bold' | 'regular', size: number, leading: number, colour: Colour) => {
    if (!text.trim()) return
    const lines = breakLines([{ text: write(text), style, whole: false }], { width: (room * 1000) / size })
    say(setLines(lines, { x, y, size, leading, colour }))
    y -= lines.length * leading
  }
  set(organisation.name, 'bold', 12.5, 15, ink)
  const fits = (text: string) => (widthOf(write(text), 'regular') * 9) / 1000 <= room
  for (const parts of letterheadLines(organisation)) set(filled(parts, fits), 'regular', 9, 12, grey)
  return y + 12
}

/** Parts beside each other as far as they fit: an address or a telephone is not parted at a line's end. */
function filled(parts: readonly string[], fits: (text: string) => boolean): string {
  const lines: string[] = []
  for (const part of parts) {
    const both = [...lines.slice(-1), part].join(letterheadGap)
    if (lines.length && fits(both)) lines[lines.length - 1] = both
    else lines.push(part)
  }
  return lines.join('\n')
}

/** The stamp, the number and the date at the right margin; gives the frame of the stamp, where there is one. */
function saySide(model: DocumentModel, { right, top }: Frame, write: Write, say: Say): Item[] {
  const head = top + above
  const set = (text: string, y: number, size: number, look: { colour?: Colour; isBold: boolean; width?: number }) => {
    const line = oneLine(write(text), look.isBold ? 'bold' : 'regular')
    const place = {
      x: right - sideWidth,
      y,
      size,
      leading: size,
      width: look.width ?? sideWidth,
      align: 'end' as const,
    }
    say(setLines([line], { ...place, colour: look.colour ?? ink }))
  }
  const stamp = stampOf(model)
  if (stamp) set(stamp, head - 10.2, 9, { colour: red, isBold: true, width: sideWidth - 7 })
  set(model.number ? `${wording.number} ${model.number}` : numberLabel(model), head - 29, 10, { isBold: true })
  set(longDate(model.date), head - 42, 9, { colour: grey, isBold: false })
  if (!stamp) return []
  const width = (widthOf(write(stamp), 'bold') * 9) / 1000 + 13.1
  return [{ kind: 'box', x: right - width - 0.45, y: head - 15, width, height: 16, thickness: 0.9, colour: red }]
}

function boxOf({ width, height }: Logo) {
  const scale = Math.min(120 / width, 46 / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
