import type { Blank } from './blanks.ts'
import type { OmittedItemKind, OmittedItemList } from './omitted-items.ts'
import { fieldCharacter, type ParagraphText } from './paragraph-text.ts'
import type { RunStyle } from './styles.ts'

/** Character style that the markup of a body can express. */
export type TextMark = 'bold' | 'italic' | 'underline'
const tags: Record<TextMark, string> = { bold: '**', italic: '{{*}}', underline: '{{_}}' }
const allMarks: readonly TextMark[] = ['bold', 'italic', 'underline']
const tabReplacement = ' '
export const lineAlignmentTags = { start: '', center: '{{al centro}} ', end: '{{a la derecha}} ' } as const

/** Character styles that a body cannot express, with the kind under which the loss is reported. */
const unsupportedStyles: readonly [keyof RunStyle, OmittedItemKind][] = [
  ['strike', 'strike'],
  ['raised', 'raised'],
  ['smallCaps', 'smallCaps'],
]

interface Piece {
  text: string
  style: RunStyle
  isSlot: boolean
  /** True for spaces between words. */
  isSpace: boolean
}

interface LineOptions {
  /** Allowed marks. Headings exclude bold, because they are always bold. */
  marks?: readonly TextMark[]
  /** True in table cells, where a line break is not possible. */
  single: boolean
  /** Tags of the tab stops in order; empty for stops without a tag. */
  tabs?: readonly string[]
}

/** Converts a paragraph of a Word document to a line of markup. Replaces each blank by its slot, and reports lost styles. */
export function writeLine(
  paragraph: ParagraphText,
  blanks: readonly Blank[],
  slots: readonly string[],
  place: number,
  omittedItems: OmittedItemList,
  { marks = allMarks, single, tabs = [] }: LineOptions,
): string {
  const pieces = toPieces(paragraph, blanks, slots, { single, tabs })
  reportLosses(paragraph, blanks, place, omittedItems)
  if (hasLostTab(paragraph.text, tabs)) omittedItems.add('tab', place, paragraph.text.replaceAll(fieldCharacter, '…'))
  let written = ''
  const open = new Set<TextMark>()
  const close = (keep: (mark: TextMark) => boolean) => {
    for (const mark of [...open].reverse())
      if (!keep(mark)) {
        written += tags[mark]
        open.delete(mark)
      }
  }
  pieces.forEach(({ text, style, isSlot, isSpace }, index) => {
    const next = pieces[index + 1]?.style
    const wanted = (mark: TextMark) =>
      marks.includes(mark) && style[mark] && (!isSpace || (open.has(mark) && Boolean(next?.[mark])))
    close(wanted)
    for (const mark of marks)
      if (wanted(mark) && !open.has(mark)) {
        written += tags[mark]
        open.add(mark)
      }
    written += isSlot ? text : escapeText(text, place, single, omittedItems)
  })
  close(() => false)
  const lines = written.split('\n').map((line) => line.replace(/ {2,}/g, ' ').trim())
  return lines.filter(Boolean).map(escapeLineStart).join('\n')
}

/** Splits a paragraph into pieces of one style. Spaces are separate, so that marks start and end at words. */
function toPieces(
  { text, styles, embedded }: ParagraphText,
  blanks: readonly Blank[],
  slots: readonly string[],
  { single, tabs }: { single: boolean; tabs: readonly string[] },
) {
  const pieces: Piece[] = []
  const add = (part: string, style: RunStyle, isSlot: boolean) => {
    const isSpace = !isSlot && !part.trim()
    const last = pieces.at(-1)
    if (last && !last.isSlot && !isSlot && last.style === style && last.isSpace === isSpace) last.text += part
    else pieces.push({ text: part, style, isSlot, isSpace })
  }
  // The first of several blanks at a position counts.
  const starts = new Map([...blanks.entries()].reverse().map(([index, { from }]) => [from, index]))
  /** Number of tabs already read in the current line; index of the next tab's tag in `tabs`. */
  let tab = 0
  for (let at = 0; at < text.length; ) {
    const style = styles[at] as RunStyle
    const index = starts.get(at)
    const blank = index === undefined ? undefined : blanks[index]
    if (blank && index !== undefined) {
      add(slots[index] ?? '', style, true)
      at = blank.to
      continue
    }
    const character = text[at] as string
    if (character === fieldCharacter) {
      const inline = embedded.get(at)
      add(inline?.kind === 'clause' ? '{{cláusula}}' : (inline?.text ?? ''), style, true)
    } else if (character === '\t') {
      const tag = tabs[tab++]
      add(tag || tabReplacement, style, Boolean(tag))
    } else if (character === '\n') {
      tab = 0
      add(single ? ' ' : '\n', style, false)
    } else add(character, style, false)
    at++
  }
  return pieces
}

/** Replaces characters that would be read as markup, and reports the change. Bodies have no escape character. */
function escapeText(text: string, place: number, single: boolean, omittedItems: OmittedItemList): string {
  const escaped = escapeMarkup(text)
  const written = single ? escaped.replaceAll('|', '¦') : escaped
  if (written !== text) omittedItems.add('markup', place, text)
  return written
}

/** Inserts spaces so that text is not read as bold marks or tags: `**` → `* *`. */
function escapeMarkup(text: string): string {
  return text
    .replace(/\*{2,}/g, (stars) => Array.from(stars).join(' '))
    .replace(/\{(?=\{)/g, '{ ')
    .replace(/\}(?=\})/g, '} ')
}

/** Converts the text of a dismissed proposal to markup that is safe in cells and at the start of a line. */
export function escapeOriginal(text: string): string {
  return escapeLineStart(
    escapeMarkup(text)
      .replaceAll('|', '¦')
      .replace(/\s*\n\s*/g, ' '),
  )
}

/** Adds empty italics tags before `#` or `|` at the start of a line, so that it is not read as a heading or table. */
function escapeLineStart(line: string): string {
  return /^(?:#{1,2}\s|\|)/.test(line) ? `{{*}}{{*}}${line}` : line
}

function reportLosses(
  { text, styles }: ParagraphText,
  blanks: readonly Blank[],
  place: number,
  omittedItems: OmittedItemList,
) {
  const isInBlank = new Uint8Array(text.length)
  for (const { from, to } of blanks) isInBlank.fill(1, from, to)
  for (const [key, kind] of unsupportedStyles) {
    let lost = ''
    for (let at = 0; at < text.length; at++)
      if (styles[at]?.[key] && text[at] !== fieldCharacter && !isInBlank[at]) lost += text[at]
    if (lost.trim()) omittedItems.add(kind, place, lost)
  }
}

/** Returns whether a tab between two texts has no tag. */
function hasLostTab(text: string, tabs: readonly string[]): boolean {
  return text.split('\n').some((line) => {
    const isText = line.split('\t').map((part) => part.trim() !== '')
    const [first, last] = [isText.indexOf(true), isText.lastIndexOf(true)]
    return isText.some((_, index) => index > first && index <= last && !tabs[index - 1])
  })
}
