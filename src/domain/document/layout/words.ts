import { breaksOf } from './hyphenation.ts'
import { hyphen } from './letters.ts'
import { type FontStyle, spaceWidth, widthOf } from './metrics.ts'

/** Written text in one style; `key` names the field whose value it is. */
export interface LaidRun {
  text: string
  style: FontStyle
  key?: string
  /** A value that was not given: the text is its label. */
  isMissing?: boolean
}

/** `whole` when it had better not be broken (a name, an amount, a date). */
export interface Span extends LaidRun {
  whole: boolean
}

export interface Word {
  spans: LaidRun[]
  width: number
  /** Width of the space before it; 0 for the rest of a word that was parted. */
  space: number
  /** What a break before it costs. */
  cost: number
  /** The width of the hyphen that a break before it needs. */
  hyphen?: number
}

/** A name or an amount is parted before a line becomes a quarter empty, and «N.º» not before it is nearly all empty. */
const costs = { parting: 0.08, binding: 0.5, hyphen: 0.06 }

/** The words of a line; what is longer than `measure` is cut. */
export function lineWords(spans: readonly Span[], measure: number): Word[] {
  const words: Word[] = []
  let parted = true
  let cost = 0
  for (const span of spans) {
    const parts = span.text.split(' ')
    for (let index = 0; index < parts.length; index++) {
      const text = parts[index] ?? ''
      if (index) {
        parted = true
        cost = Math.max(cost, span.whole ? costs.parting : 0)
      }
      if (!text) continue
      const width = widthOf(text, span.style)
      const last = words.at(-1)
      if (parted || !last) {
        if (last && bindsNext(last)) cost = costs.binding
        words.push({ spans: [{ ...span, text }], width, space: last ? spaceWidth : 0, cost })
      } else {
        last.spans.push({ ...span, text })
        last.width += width
      }
      parted = false
      cost = 0
    }
  }
  return words.some((word) => word.width > measure) ? words.flatMap((word) => chopped(word, measure)) : words
}

/** «N.º» and «$» stay with their number. */
function bindsNext({ spans }: Word) {
  const text = spans.at(-1)?.text ?? ''
  return text === '$' || text.endsWith('.\xba')
}

/** A word in the pieces between which it may be parted; only words of prose are. */
export function syllablesOf(word: Word): Word[] {
  const [span, ...more] = word.spans
  const breaks = span && !more.length ? breaksOf(span.text) : []
  if (!span || !breaks.length) return [word]
  const width = widthOf(hyphen, span.style)
  return [0, ...breaks].map((from, index) => {
    const text = span.text.slice(from, breaks[index])
    const own = { spans: [{ ...span, text }], width: widthOf(text, span.style) }
    return index ? { ...own, space: 0, cost: costs.hyphen, hyphen: width } : { ...word, ...own }
  })
}

/** A word wider than the line, in pieces that fit. */
function chopped(word: Word, measure: number): Word[] {
  if (word.width <= measure) return [word]
  const pieces: Word[] = []
  let piece: Word = { ...word, spans: [], width: 0 }
  for (const span of word.spans) {
    const { text, style } = span
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const width = widthOf(text[at] ?? '', style)
      if (piece.width + width > measure && (piece.width || at > start)) {
        if (at > start) piece.spans.push({ ...span, text: text.slice(start, at) })
        pieces.push(piece)
        piece = { spans: [], width: 0, space: 0, cost: 0 }
        start = at
      }
      piece.width += width
    }
    piece.spans.push({ ...span, text: text.slice(start) })
  }
  return [...pieces, piece]
}
