import { removeInvalidCharacters } from '../../domain/text/valid-characters.ts'
import type { OmittedItemList } from './omitted-items.ts'
import type { RunStyle } from './styles.ts'
import type { Inline, WordParagraph } from './word-blocks.ts'

/** Placeholder character for a Word field or clause number in a paragraph's text. XML texts cannot contain it. */
export const fieldCharacter = '\ue000'

/** Text of a paragraph, with the style of each UTF-16 code unit. */
export interface ParagraphText {
  text: string
  styles: RunStyle[]
  /** Word fields and clause numbers by the position of their `fieldCharacter`. */
  embedded: Map<number, Inline & { kind: 'field' | 'clause' }>
}

/** Joins the runs of a paragraph, because Word splits placeholders and blanks over several runs. */
export function joinInlines(inlines: readonly Inline[], place: number, omittedItems: OmittedItemList): ParagraphText {
  const joined: ParagraphText = { text: '', styles: [], embedded: new Map() }
  const append = (text: string, style: RunStyle) => {
    joined.text += text
    for (let i = 0; i < text.length; i++) joined.styles.push(style)
  }
  for (const inline of inlines) {
    if (inline.kind === 'page') continue
    if (inline.kind === 'text') append(cleanText(inline.text, place, omittedItems), inline.style)
    else {
      joined.embedded.set(joined.text.length, { ...inline, text: cleanText(inline.text, place, omittedItems) })
      append(fieldCharacter, inline.style)
    }
  }
  return joined
}

function cleanText(raw: string, place: number, omittedItems: OmittedItemList): string {
  const text = raw.normalize('NFC').replace(/\r\n?|[\v\u2028\u2029]/g, '\n')
  const clean = removeInvalidCharacters(text)
  if (clean !== text)
    omittedItems.add(
      'character',
      place,
      Array.from(text)
        .filter((one) => !clean.includes(one))
        .map((one) => `U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
        .join(' '),
    )
  return clean
}

export function prependMarker({ marker, markerStyle, inlines }: WordParagraph, usesClauses: boolean): Inline[] {
  if (!marker) return inlines
  const style = { ...markerStyle, underline: false, highlight: false, hidden: false }
  const text = markerStyle.caps ? marker.text.toLocaleUpperCase('es') : marker.text
  const at = usesClauses && marker.ordinal ? text.indexOf(marker.ordinal) : -1
  const written: Inline[] =
    at < 0
      ? [{ kind: 'text', text: text + marker.gap, style }]
      : [
          { kind: 'text', text: text.slice(0, at), style },
          { kind: 'clause', text: marker.ordinal, style },
          { kind: 'text', text: text.slice(at + marker.ordinal.length) + marker.gap, style },
        ]
  return [...written, ...inlines]
}

export function splitAtPageBreaks(inlines: readonly Inline[]): Inline[][] {
  const parts: Inline[][] = [[]]
  for (const inline of inlines)
    if (inline.kind === 'page') parts.push([])
    else parts.at(-1)?.push(inline)
  return parts
}
