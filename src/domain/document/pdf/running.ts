import { type DocumentModel, wording } from '../document.ts'
import { widthOf } from './metrics.ts'
import {
  coloured,
  decorate,
  measure,
  oneLine,
  type PdfPage,
  paper,
  rule,
  setLines,
  type TextPlacement,
} from './page.ts'

const grey = '.35 g'

/** What a person calls the document: its number, or that it has none yet. */
export function numberLabel({ number }: DocumentModel): string {
  return number ?? wording.noNumber.toUpperCase()
}

/** The lines at the head (from the second page on) and at the foot of every page. */
export function decorateSheet(
  sheet: PdfPage,
  model: DocumentModel,
  page: number,
  pages: number,
  encode: (text: string) => string,
): void {
  const number = encode(numberLabel(model))
  const set = (text: string, align: TextPlacement['align'], y: number) =>
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
  const ellipsis = '…'
  let end = text.length
  while (end && widthOf(text.slice(0, end) + ellipsis, false) > room) end--
  const word = text.lastIndexOf(' ', end)
  return text.slice(0, word > 0 ? word : end) + ellipsis
}
