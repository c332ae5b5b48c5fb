import { getNotation } from '../../money/notation.ts'
import { approvalMark } from '../approval.ts'
import { placeToCheck } from '../check-code.ts'
import { type DocumentModel, kindLine, wording } from '../document.ts'
import type { Frame } from '../page-setup.ts'
import { widthOf } from './metrics.ts'
import {
  decorate,
  grey,
  type Item,
  type LaidPage,
  oneLine,
  rule,
  setLines,
  type TextPlacement,
  type Write,
} from './page.ts'

const size = 8.5
const leading = 12
/** Minimum gap between two texts of one line, in thousandths of the font size. */
const gap = 1500

/** Returns the document number, or «SIN NÚMERO» for a preview. */
export function numberLabel({ number }: DocumentModel): string {
  return number ?? wording.noNumber.toUpperCase()
}

/** Adds the header (from the second page on) and the footer to all pages. */
export function decoratePages(pages: readonly LaidPage[], frame: Frame, model: DocumentModel, write: Write): void {
  const number = write(numberLabel(model))
  const room = (frame.measure * 1000) / size
  const code = shortened(write(codeLine(model)), room)
  // Prints the approval only if its day is the document's date, so that the footer never shows two dates.
  const isSameDay = model.approval?.at.slice(0, 10) === model.date
  const approval = write(
    model.approval && isSameDay ? approvalMark(model.approval, getNotation(model.page.country)) : '',
  )
  // Drops the approval if space is short, because the code is more important. The last page prints the approval in
  // full.
  const isRoom = widthOf(code, 'regular') + gap + widthOf(approval, 'regular') <= room
  pages.forEach((page, index) => {
    if (index) decorate(page, head(frame, model, write, number), 'Header')
    const y = frame.bottom - 33
    const foot: Item[] = [
      rule(frame.left, frame.bottom - 20, frame.measure, 0.4, 0.6),
      ...set(number, 'start', frame, y),
      ...set(write(kindLine(model)), 'center', frame, y),
      ...set(write(wording.page(index + 1, pages.length)), 'end', frame, y),
      ...set(code, 'start', frame, y - leading),
      ...(isRoom ? set(approval, 'end', frame, y - leading) : []),
    ]
    decorate(page, foot, 'Footer')
  })
}

/** Returns the code and the verification address, so that a single page can be verified too. */
function codeLine({ check }: DocumentModel): string {
  return check?.code ? `${wording.check.code} ${check.code} · ${placeToCheck(check.site)}` : ''
}

function head(frame: Frame, model: DocumentModel, write: Write, number: string): Item[] {
  const mark = wording.mark[model.kind]
  const right = mark ? `${mark}${write(' · ')}${number}` : number
  const room = frame.measure - (widthOf(right, 'regular') * size) / 1000 - 20
  const whose = [model.organisation.name, model.format.name].filter((name) => name.trim())
  const left = shortened(write(whose.join(' · ')), (room * 1000) / size)
  const y = frame.top + 26
  return [
    ...set(left, 'start', frame, y),
    ...set(right, 'end', frame, y),
    rule(frame.left, frame.top + 18, frame.measure, 0.4, 0.6),
  ]
}

function set(text: string, align: TextPlacement['align'], { left, measure }: Frame, y: number): Item[] {
  return setLines([oneLine(text, 'regular')], { x: left, y, size, leading, width: measure, align, colour: grey })
}

function shortened(text: string, room: number): string {
  if (widthOf(text, 'regular') <= room) return text
  const ellipsis = '…'
  let end = text.length
  while (end && widthOf(text.slice(0, end) + ellipsis, 'regular') > room) end--
  const word = text.lastIndexOf(' ', end)
  return text.slice(0, word > 0 ? word : end) + ellipsis
}
