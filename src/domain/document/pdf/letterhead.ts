import { longDate } from '../../date.ts'
import { type DocumentModel, letterheadLine, wording } from '../document.ts'
import type { Logo } from '../logo.ts'
import { breakLines } from './lines.ts'
import { widthOf } from './metrics.ts'
import {
  coloured,
  decorate,
  mark,
  oneLine,
  type Pages,
  type PdfPage,
  paper,
  round,
  rule,
  setLines,
  type Tag,
} from './page.ts'
import { numberLabel } from './running.ts'
import { textString } from './written.ts'

type Encode = (text: string) => string

const grey = '.35 g'
const red = '.62 .1 .1'
const head = 750
const sideWidth = 170

/** The first page's head: who issues, what it is, its number and date. The text follows below. */
export function placeLetterhead(pages: Pages, model: DocumentModel, encode: Encode): Tag[] {
  const tags: Tag[] = []
  function say(content: string, tag: Tag = { name: 'P', kids: [] }) {
    mark(pages, tag, content)
    tags.push(tag)
  }
  const { logo } = model.organisation
  const box = logo ? boxOf(logo) : { width: 0, height: 0 }
  if (logo) {
    const place = `q ${box.width} 0 0 ${box.height} ${paper.left} ${head - box.height} cm /Logo Do Q`
    say(place, { name: 'Figure', attributes: figure(model, box), kids: [] })
  }
  const bottom = sayOrganisation(model, paper.left + (logo ? box.width + 12 : 0), encode, say)
  decorate(pages.sheets.at(-1) as PdfPage, saySide(model, encode, say))
  const end = Math.min(head - 46, head - box.height, bottom) - 9
  decorate(pages.sheets.at(-1) as PdfPage, rule(paper.left, paper.right, end, 0.8, 0.1))
  pages.y = end - 14
  return tags
}

type Say = (content: string) => void

/** Name, identity and city from `x` on; gives the height where they end. */
function sayOrganisation({ organisation }: DocumentModel, x: number, encode: Encode, say: Say): number {
  const room = paper.right - sideWidth - 14 - x
  let y = head - 10
  const set = (text: string, bold: boolean, size: number, leading: number) => {
    if (!text.trim()) return ''
    const lines = breakLines([{ text: encode(text), bold, whole: false }], (room * 1000) / size)
    const content = setLines(lines, { x, y, size, leading })
    y -= lines.length * leading
    return content
  }
  const name = set(organisation.name, true, 12.5, 15)
  if (name) say(name)
  const under = set(letterheadLine(organisation), false, 9, 12)
  if (under) say(coloured(grey, under))
  return y + 12
}

/** The stamp, the number and the date at the right margin; gives the frame of the stamp. */
function saySide(model: DocumentModel, encode: Encode, say: Say): string {
  const set = (text: string, bold: boolean, y: number, size: number, width = sideWidth) => {
    const x = paper.right - sideWidth
    return setLines([oneLine(encode(text), bold)], { x, y, size, leading: size, width, align: 'end' })
  }
  const stamp = model.number ? wording.mark : `${wording.mark} · ${wording.preview.toUpperCase()}`
  say(coloured(`${red} rg`, set(stamp, true, head - 10.2, 9, sideWidth - 7)))
  say(set(model.number ? `${wording.number} ${model.number}` : numberLabel(model), true, head - 29, 10))
  say(coloured(grey, set(longDate(model.date), false, head - 42, 9)))
  const width = (widthOf(encode(stamp), true) * 9) / 1000 + 13.1
  return `q ${red} RG .9 w ${round(paper.right - width - 0.45)} ${head - 15} ${round(width)} 16 re S Q`
}

function boxOf({ width, height }: Logo) {
  const scale = Math.min(120 / width, 46 / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

function figure({ organisation }: DocumentModel, { width, height }: { width: number; height: number }) {
  const box = `${paper.left} ${head - height} ${paper.left + width} ${head}`
  return `/Alt ${textString(organisation.name)}/A<</O/Layout/Placement/Block/BBox[${box}]>>`
}
