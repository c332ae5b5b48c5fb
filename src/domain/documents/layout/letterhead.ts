import { formatLongDate } from '../../time/date.ts'
import { type DocumentModel, documentTexts, formatAnnulmentNote, getStampText } from '../document.ts'
import { getLetterheadLines, letterheadSeparator } from '../issuer.ts'
import type { Logo } from '../logo.ts'
import type { PageFrame } from '../page-setup.ts'
import { getNumberLabel } from './header-footer.ts'
import { breakLines } from './lines.ts'
import { measureText } from './metrics.ts'
import {
  addArtifact,
  addFigure,
  addTaggedContent,
  type Colour,
  createRule,
  createTextLine,
  type EncodeText,
  getLastPage,
  greyColour,
  inkColour,
  type PageFlow,
  type PageItem,
  type StructureTag,
} from './page-flow.ts'
import { toSupportedCharacters } from './supported-characters.ts'
import { toTextItems } from './text-items.ts'
import type { TextLine } from './text-line.ts'

const red = [0.62, 0.1, 0.1] as const
const sideWidth = 170
const nameSize = 12.5
/** Distance in points between the top of the letterhead and the top of the text on following pages. */
const letterheadOffset = 32

/** Draws the letterhead of the first page: issuer, stamp, number and date. Moves `pages.y` below it. */
export function placeLetterhead(pages: PageFlow, model: DocumentModel, write: EncodeText): StructureTag[] {
  const { frame } = pages
  const head = frame.top + letterheadOffset
  const tags: StructureTag[] = []
  function say(items: PageItem[]) {
    const tag: StructureTag = { name: 'P', kids: [] }
    addTaggedContent(pages, tag, items)
    tags.push(tag)
  }
  const { logo, name } = model.organisation
  const box = logo ? scaleLogo(logo) : { width: 0, height: 0 }
  if (logo) {
    const place = { x: frame.left, y: head - box.height, ...box }
    const edges = [frame.left, head - box.height, frame.left + box.width, head] as const
    tags.push(addFigure(pages, name, edges, [{ kind: 'image', image: logo, ...place }]))
  }
  const bottom = placeOrganisation(model, getNamePlacement(name, box, frame, write), write, say)
  const frames = placeSideTexts(model, frame, write, say)
  if (frames.length) addArtifact(getLastPage(pages), frames)
  const end = Math.min(head - 46, head - box.height, bottom) - 9
  addArtifact(getLastPage(pages), [createRule(frame.left, end, frame.measure, 0.8, 0.1)])
  pages.y = end - 14
  const note = formatAnnulmentNote(model)
  if (note) {
    // Drops unsupported characters of the reason, because they must not prevent the annulment.
    const text = toSupportedCharacters(note, () => undefined)
    const lines = breakLines([{ text, style: 'bold', whole: false }], { width: (frame.measure * 1000) / 9 })
    say(toTextItems(lines, { x: frame.left, y: pages.y - 9, size: 9, leading: 12, colour: red }))
    pages.y -= lines.length * 12 + 6
  }
  return tags
}

type AddParagraph = (items: PageItem[]) => void

interface NamePlacement {
  x: number
  /** Baseline of the first line, in points. */
  y: number
  /** Available width in points. */
  room: number
}

/** Returns the position of the organisation's name: beside the logo, or below the logo if the name does not fit beside it. */
function getNamePlacement(
  name: string,
  logo: { width: number; height: number },
  frame: PageFrame,
  write: EncodeText,
): NamePlacement {
  const head = frame.top + letterheadOffset
  const x = frame.left + (logo.width ? logo.width + 12 : 0)
  const room = frame.right - sideWidth - 14 - x
  const isWide = name.split(' ').some((word) => (measureText(write(word), 'bold') * nameSize) / 1000 > room)
  if (!logo.width || (!isWide && breakName(name, room, write).length <= 3)) return { x, y: head - 10, room }
  return { x: frame.left, y: head - 64, room: frame.measure }
}

const breakName = (name: string, room: number, write: EncodeText) =>
  breakLines([{ text: write(name), style: 'bold', whole: false }], { width: (room * 1000) / nameSize })

/** Draws the organisation's name and the lines below it. Returns the baseline of the last line. */
function placeOrganisation(
  { organisation, page }: DocumentModel,
  place: NamePlacement,
  write: EncodeText,
  say: AddParagraph,
): number {
  const { x, room } = place
  let { y } = place
  const set = (lines: readonly TextLine[], size: number, leading: number, colour: Colour) => {
    say(toTextItems(lines, { x, y, size, leading, colour }))
    y -= lines.length * leading
  }
  if (organisation.name.trim()) set(breakName(organisation.name, room, write), nameSize, 15, inkColour)
  const fits = (text: string) => (measureText(write(text), 'regular') * 9) / 1000 <= room
  for (const parts of getLetterheadLines(organisation, page.country)) {
    const text = write(joinFitting(parts, fits))
    set(breakLines([{ text, style: 'regular', whole: false }], { width: (room * 1000) / 9 }), 9, 12, greyColour)
  }
  return y + 12
}

/** Joins parts into lines with as many parts as fit, so that an address or phone number is never split across lines. */
function joinFitting(parts: readonly string[], fits: (text: string) => boolean): string {
  const lines: string[] = []
  for (const part of parts) {
    const both = [...lines.slice(-1), part].join(letterheadSeparator)
    if (lines.length && fits(both)) lines[lines.length - 1] = both
    else lines.push(part)
  }
  return lines.join('\n')
}

/** Draws the stamp, number and date at the right margin. Returns the frame of the stamp, if there is a stamp. */
function placeSideTexts(
  model: DocumentModel,
  { right, top }: PageFrame,
  write: EncodeText,
  say: AddParagraph,
): PageItem[] {
  const head = top + letterheadOffset
  const set = (text: string, y: number, size: number, look: { colour?: Colour; isBold: boolean; width?: number }) => {
    const line = createTextLine(write(text), look.isBold ? 'bold' : 'regular')
    const place = {
      x: right - sideWidth,
      y,
      size,
      leading: size,
      width: look.width ?? sideWidth,
      align: 'end' as const,
    }
    say(toTextItems([line], { ...place, colour: look.colour ?? inkColour }))
  }
  const stamp = getStampText(model)
  if (stamp) set(stamp, head - 10.2, 9, { colour: red, isBold: true, width: sideWidth - 7 })
  set(model.number ? `${documentTexts.number} ${model.number}` : getNumberLabel(model), head - 29, 10, { isBold: true })
  set(formatLongDate(model.date), head - 42, 9, { colour: greyColour, isBold: false })
  if (!stamp) return []
  const width = (measureText(write(stamp), 'bold') * 9) / 1000 + 13.1
  return [{ kind: 'box', x: right - width - 0.45, y: head - 15, width, height: 16, thickness: 0.9, colour: red }]
}

function scaleLogo({ width, height }: Logo) {
  const scale = Math.min(120 / width, 46 / height)
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
