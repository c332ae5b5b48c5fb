import { formatLongDate } from '../../time/date.ts'
import { annulNote, type DocumentModel, stampOf, wording } from '../document.ts'
import { letterheadGap, letterheadLines } from '../issuer.ts'
import type { Logo } from '../logo.ts'
import type { Frame } from '../page-setup.ts'
import { breakLines, type Line } from './lines.ts'
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
import { written } from './written.ts'

const red = [0.62, 0.1, 0.1] as const
const sideWidth = 170
const nameSize = 12.5
/** Offset in points of the letterhead above the top of the text on other pages. */
const above = 32

/** Draws the letterhead of the first page (issuer, stamp, number, date) and moves `pages.y` below it. */
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
  const bottom = sayOrganisation(model, placeOf(name, box, frame, write), write, say)
  const frames = saySide(model, frame, write, say)
  if (frames.length) decorate(lastPage(pages), frames)
  const end = Math.min(head - 46, head - box.height, bottom) - 9
  decorate(lastPage(pages), [rule(frame.left, end, frame.measure, 0.8, 0.1)])
  pages.y = end - 14
  const note = annulNote(model)
  if (note) {
    // Skips unsupported characters of the reason, because they must not prevent the annulment.
    const text = written(note, () => undefined)
    const lines = breakLines([{ text, style: 'bold', whole: false }], { width: (frame.measure * 1000) / 9 })
    say(setLines(lines, { x: frame.left, y: pages.y - 9, size: 9, leading: 12, colour: red }))
    pages.y -= lines.length * 12 + 6
  }
  return tags
}

type Say = (items: TextItem[]) => void

interface Place {
  x: number
  /** Baseline of the first line. */
  y: number
  /** Available width in points. */
  room: number
}

/** Returns the position of the organisation's name: beside the logo, or below the logo if the name is long. */
function placeOf(name: string, logo: { width: number; height: number }, frame: Frame, write: Write): Place {
  const head = frame.top + above
  const x = frame.left + (logo.width ? logo.width + 12 : 0)
  const room = frame.right - sideWidth - 14 - x
  const isWide = name.split(' ').some((word) => (widthOf(write(word), 'bold') * nameSize) / 1000 > room)
  if (!logo.width || (!isWide && nameLines(name, room, write).length <= 3)) return { x, y: head - 10, room }
  return { x: frame.left, y: head - 64, room: frame.measure }
}

const nameLines = (name: string, room: number, write: Write) =>
  breakLines([{ text: write(name), style: 'bold', whole: false }], { width: (room * 1000) / nameSize })

/** Draws the organisation's name and lines; returns the height of the last baseline. */
function sayOrganisation({ organisation }: DocumentModel, place: Place, write: Write, say: Say): number {
  const { x, room } = place
  let { y } = place
  const set = (lines: readonly Line[], size: number, leading: number, colour: Colour) => {
    say(setLines(lines, { x, y, size, leading, colour }))
    y -= lines.length * leading
  }
  if (organisation.name.trim()) set(nameLines(organisation.name, room, write), nameSize, 15, ink)
  const fits = (text: string) => (widthOf(write(text), 'regular') * 9) / 1000 <= room
  for (const parts of letterheadLines(organisation)) {
    const text = write(filled(parts, fits))
    set(breakLines([{ text, style: 'regular', whole: false }], { width: (room * 1000) / 9 }), 9, 12, grey)
  }
  return y + 12
}

/** Joins parts on one line while they fit, so that no address or phone number is broken. */
function filled(parts: readonly string[], fits: (text: string) => boolean): string {
  const lines: string[] = []
  for (const part of parts) {
    const both = [...lines.slice(-1), part].join(letterheadGap)
    if (lines.length && fits(both)) lines[lines.length - 1] = both
    else lines.push(part)
  }
  return lines.join('\n')
}

/** Draws the stamp, the number and the date at the right margin; returns the frame of the stamp, if any. */
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
  set(formatLongDate(model.date), head - 42, 9, { colour: grey, isBold: false })
  if (!stamp) return []
  const width = (widthOf(write(stamp), 'bold') * 9) / 1000 + 13.1
  return [{ kind: 'box', x: right - width - 0.45, y: head - 15, width, height: 16, thickness: 0.9, colour: red }]
}

function boxOf({ width, height }: Logo) {
  const scale = Math.min(120 / width, 46 / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
