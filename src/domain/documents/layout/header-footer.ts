import { getNotation } from '../../money/notation.ts'
import { formatShortApproval } from '../approval.ts'
import { type DocumentModel, documentTexts, getDocumentKindLabel } from '../document.ts'
import type { PageFrame } from '../page-setup.ts'
import { formatVerificationAddress } from '../verification-code.ts'
import { measureText } from './metrics.ts'
import {
  addArtifact,
  createRule,
  createTextLine,
  type EncodeText,
  greyColour,
  type LayoutPage,
  type PageItem,
} from './page-flow.ts'
import { type TextPlacement, toTextItems } from './text-items.ts'

const size = 8.5
const leading = 12
/** Minimum gap between two texts in the same line, in thousandths of the font size. */
const gap = 1500

/** Returns the document number, or «SIN NÚMERO» if the document is a preview. */
export function getNumberLabel({ number }: DocumentModel): string {
  return number ?? documentTexts.noNumber.toUpperCase()
}

/** Adds a footer to all pages, and a header to all pages except the first. `verified`: page with the verification section. */
export function addHeadersAndFooters(
  pages: readonly LayoutPage[],
  frame: PageFrame,
  model: DocumentModel,
  write: EncodeText,
  verified: LayoutPage | null,
): void {
  const number = write(getNumberLabel(model))
  const room = (frame.measure * 1000) / size
  const code = truncateToWidth(write(getCodeLine(model)), room)
  // Prints the approval only if its day is the document's date, so that the footer never shows two dates.
  const isSameDay = model.approval?.at.slice(0, 10) === model.date
  const approval = write(
    model.approval && isSameDay ? formatShortApproval(model.approval, getNotation(model.page.country)) : '',
  )
  // Omits the approval if it does not fit, because the code is more important. The verification section contains the
  // full approval.
  const isRoom = measureText(code, 'regular') + gap + measureText(approval, 'regular') <= room
  pages.forEach((page, index) => {
    if (index) addArtifact(page, createHeader(frame, model, write, number), 'Header')
    const y = frame.bottom - 33
    // The verification section contains the code and the approval.
    const isVerified = page === verified
    const foot: PageItem[] = [
      createRule(frame.left, frame.bottom - 20, frame.measure, 0.4, 0.6),
      ...toAlignedItems(number, 'start', frame, y),
      ...toAlignedItems(write(getDocumentKindLabel(model)), 'center', frame, y),
      ...toAlignedItems(write(documentTexts.page(index + 1, pages.length)), 'end', frame, y),
      ...(isVerified ? [] : toAlignedItems(code, 'start', frame, y - leading)),
      ...(isRoom && !isVerified ? toAlignedItems(approval, 'end', frame, y - leading) : []),
    ]
    addArtifact(page, foot, 'Footer')
  })
}

/** Returns the verification code and address. Printed on each page without verification section, so that single pages can be verified. */
function getCodeLine({ check }: DocumentModel): string {
  return check?.code ? `${documentTexts.check.code} ${check.code} · ${formatVerificationAddress(check.site)}` : ''
}

function createHeader(frame: PageFrame, model: DocumentModel, write: EncodeText, number: string): PageItem[] {
  const mark = documentTexts.mark[model.kind]
  const right = mark ? `${mark}${write(' · ')}${number}` : number
  const room = frame.measure - (measureText(right, 'regular') * size) / 1000 - 20
  const whose = [model.organisation.name, model.format.name].filter((name) => name.trim())
  const left = truncateToWidth(write(whose.join(' · ')), (room * 1000) / size)
  const y = frame.top + 26
  return [
    ...toAlignedItems(left, 'start', frame, y),
    ...toAlignedItems(right, 'end', frame, y),
    createRule(frame.left, frame.top + 18, frame.measure, 0.4, 0.6),
  ]
}

function toAlignedItems(
  text: string,
  align: TextPlacement['align'],
  { left, measure }: PageFrame,
  y: number,
): PageItem[] {
  return toTextItems([createTextLine(text, 'regular')], {
    x: left,
    y,
    size,
    leading,
    width: measure,
    align,
    colour: greyColour,
  })
}

function truncateToWidth(text: string, room: number): string {
  if (measureText(text, 'regular') <= room) return text
  const ellipsis = '…'
  let end = text.length
  while (end && measureText(text.slice(0, end) + ellipsis, 'regular') > room) end--
  const word = text.lastIndexOf(' ', end)
  return text.slice(0, word > 0 ? word : end) + ellipsis
}
