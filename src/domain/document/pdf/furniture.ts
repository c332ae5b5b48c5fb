import { longDate } from '../../date.ts'
import { type DocumentModel, letterheadLine, wording } from '../document.ts'
import { breakLines, type Line } from './lines.ts'
import { widthOf } from './metrics.ts'
import {
  decorate,
  mark,
  measure,
  type Pages,
  paper,
  rule,
  type Setting,
  type Sheet,
  setLines,
  type Tag,
} from './sheet.ts'
import { textString } from './winansi.ts'

type Encode = (text: string) => string

const grey = '.35 g'
const red = '.62 .1 .1'
const head = 750
const sideWidth = 170

/** What a person calls the document: its number, or that it has none yet. */
export function numberLabel({ number }: DocumentModel): string {
  return number ?? wording.noNumber.toUpperCase()
}

function oneLine(text: string, bold: boolean): Line {
  return { spans: [{ text, bold }], width: widthOf(text, bold) }
}

function coloured(colour: string, content: string) {
  return `q ${colour}\n${content}\nQ`
}

/** The first page's head: who issues, what it is, its number and date. The text follows below. */
export function placeLetterhead(pages: Pages, model: DocumentModel, encode: Encode): Tag[] {
  const { organisation, date } = model
  const tags: Tag[] = []
  const say = (content: string) => {
    const tag: Tag = { name: 'P', kids: [] }
    mark(pages, tag, content)
    tags.push(tag)
  }
  const logo = logoBox(model)
  if (organisation.logo) {
    const tag: Tag = { name: 'Figure', attributes: figure(model, logo), kids: [] }
    mark(pages, tag, `q ${logo.width} 0 0 ${logo.height} ${paper.left} ${head - logo.height} cm /Logo Do Q`)
    tags.push(tag)
  }
  const x = paper.left + (logo.width ? logo.width + 12 : 0)
  const room = paper.right - sideWidth - 14 - x
  const lines = (text: string, size: number, bold: boolean) =>
    breakLines([{ text: encode(text), bold, whole: false }], (room * 1000) / size)
  const name = lines(organisation.name, 12.5, true)
  const under = lines(letterheadLine(organisation), 9, false)
  const underY = head - 10 - name.length * 15
  say(setLines(name, { x, y: head - 10, size: 12.5, leading: 15 }))
  if (under[0]?.spans.length) say(coloured(grey, setLines(under, { x, y: underY, size: 9, leading: 12 })))

  const side: Pick<Setting, 'x' | 'leading' | 'width' | 'align'> = {
    x: paper.right - sideWidth,
    leading: 12,
    width: sideWidth,
    align: 'end',
  }
  const stamp = encode(model.number ? wording.mark : `${wording.mark} · ${wording.preview.toUpperCase()}`)
  const stampWidth = (widthOf(stamp, true) * 9) / 1000 + 14
  decorate(
    lastOf(pages),
    `q ${red} RG .9 w ${paper.right - stampWidth + 0.45} ${head - 15} ${stampWidth - 0.9} 16 re S Q`,
  )
  say(
    coloured(`${red} rg`, setLines([oneLine(stamp, true)], { ...side, y: head - 10.2, size: 9, width: sideWidth - 7 })),
  )
  say(
    setLines([oneLine(encode(`${model.number ? `${wording.number} ` : ''}${numberLabel(model)}`), true)], {
      ...side,
      y: head - 29,
      size: 10,
    }),
  )
  say(coloured(grey, setLines([oneLine(encode(longDate(date)), false)], { ...side, y: head - 42, size: 9 })))

  const end = Math.min(head - 46, head - logo.height, underY - (under.length - 1) * 12) - 9
  decorate(lastOf(pages), rule(paper.left, paper.right, end, 0.8, 0.1))
  pages.y = end - 14
  return tags
}

const lastOf = (pages: Pages) => pages.sheets.at(-1) as Sheet

function logoBox({ organisation: { logo } }: DocumentModel) {
  if (!logo) return { width: 0, height: 0 }
  const scale = Math.min(120 / logo.width, 46 / logo.height)
  return { width: Math.round(logo.width * scale), height: Math.round(logo.height * scale) }
}

function figure({ organisation }: DocumentModel, { width, height }: { width: number; height: number }) {
  const box = `${paper.left} ${head - height} ${paper.left + width} ${head}`
  return `/Alt ${textString(organisation.name)}/A<</O/Layout/Placement/Block/BBox[${box}]>>`
}

/** The lines at the head (from the second page on) and at the foot of every page. */
export function decorateSheet(sheet: Sheet, model: DocumentModel, page: number, pages: number, encode: Encode): void {
  const number = encode(numberLabel(model))
  const set = (text: string, align: Setting['align'], y: number) =>
    setLines([oneLine(text, false)], { x: paper.left, y, size: 8.5, leading: 12, width: measure, align })
  if (page > 1) {
    const right = `${wording.mark}${encode(' · ')}${number}`
    const room = measure - (widthOf(right, false) * 8.5) / 1000 - 20
    const left = shortened(encode(`${model.organisation.name} · ${model.format.name}`), (room * 1000) / 8.5)
    const lines = [set(left, 'start', 744), set(right, 'end', 744), rule(paper.left, paper.right, 736, 0.4, 0.6)]
    decorate(sheet, coloured(grey, lines.join('\n')), '/Subtype/Header')
  }
  const foot = [
    rule(paper.left, paper.right, 58, 0.4, 0.6),
    set(number, 'start', 45),
    set(encode(wording.kind), 'center', 45),
    set(encode(wording.page(page, pages)), 'end', 45),
  ]
  decorate(sheet, coloured(grey, foot.join('\n')), '/Subtype/Footer')
}

function shortened(text: string, room: number): string {
  if (widthOf(text, false) <= room) return text
  const ellipsis = '\x85'
  let end = text.length
  while (end && widthOf(text.slice(0, end) + ellipsis, false) > room) end--
  const word = text.lastIndexOf(' ', end)
  return text.slice(0, word > 0 ? word : end) + ellipsis
}
