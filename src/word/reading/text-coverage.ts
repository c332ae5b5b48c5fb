import type { XmlElement } from '../../sheets/files/xml/xml-tree.ts'
import { getOriginalText, type OriginalParagraph } from './original-text.ts'
import { getInlineText, type WordBlock } from './word-blocks.ts'

type ReportText = (place: number, text: string) => void

/** Text elements of a part that the reader has taken or reported. The other ones are found at the end, so that no text is lost without notice. */
export class TextCoverage {
  readonly #places = new Map<XmlElement, number>()

  /** Marks the text inside an element as taken or reported. `place`: number of its paragraph. */
  add(element: XmlElement, place: number): void {
    if (isText(element)) this.setPlace(element, place)
    for (const child of element.children) this.add(child, place)
  }

  setPlace(paragraph: XmlElement, place: number): void {
    this.#places.set(paragraph, place)
  }

  /** Reports the text of a part that was not added, by paragraph, with the number of the paragraph or of the one before it. */
  reportRest(root: XmlElement, report: ReportText): void {
    let place = 0
    let rest = ''
    const flush = () => {
      if (rest.trim()) report(place, rest)
      rest = ''
    }
    const walk = (element: XmlElement) => {
      const known = this.#places.get(element)
      if (known !== undefined) {
        if (known !== place) flush()
        place = known
      } else if (isText(element)) rest += element.text
      if (element.name === 'p') flush()
      element.children.forEach(walk)
      if (element.name === 'p') flush()
    }
    walk(root)
    flush()
  }
}

/** Text of a run; `delText` is text that a tracked change deletes. */
const isText = ({ name }: XmlElement) => name === 't' || name === 'delText'

/** Reports the paragraphs whose text is not in the imported document. Compares only letters and digits. */
export function reportUnwrittenText(
  blocks: readonly WordBlock[],
  original: readonly OriginalParagraph[],
  report: ReportText,
  written = joinByPlace(original),
): void {
  for (const block of blocks)
    if (block.kind === 'table') {
      const inside = block.rows.flatMap(({ cells }) => cells.flatMap((cell) => cell.blocks))
      reportUnwrittenText(inside, original, report, written)
    } else if (!(written.get(block.place) ?? '').includes(compact(getInlineText(block.inlines))))
      report(block.place, getInlineText(block.inlines))
}

/** Returns the letters and digits of the original text by paragraph number. */
function joinByPlace(original: readonly OriginalParagraph[]): Map<number, string> {
  const texts = new Map<number, string>()
  for (const paragraph of original)
    texts.set(paragraph.place, (texts.get(paragraph.place) ?? '') + compact(getOriginalText(paragraph)))
  return texts
}

const compact = (text: string) => text.normalize('NFC').replace(/[^\p{L}\p{N}]/gu, '')
