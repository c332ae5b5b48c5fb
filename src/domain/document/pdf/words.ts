import { spaceWidth, widthOf } from './metrics.ts'

/** Encoded text in one font; `whole` when it had better not be broken (a name, an amount, a date). */
export interface Span {
  text: string
  bold: boolean
  whole: boolean
}

export interface Word {
  spans: { text: string; bold: boolean }[]
  width: number
  /** Width of the space before it; 0 for the rest of a word too long for a line. */
  space: number
  /** What a break before it costs. */
  cost: number
}

/** A break inside a name or an amount is as bad as a line that is half empty. */
const partingCost = 0.3

/** The words of a line; what is longer than `measure` is cut. */
export function lineWords(spans: readonly Span[], measure: number): Word[] {
  const words: Word[] = []
  let parted = true
  let cost = 0
  for (const { text, bold, whole } of spans) {
    const parts = text.split(' ')
    for (let index = 0; index < parts.length; index++) {
      const part = parts[index] ?? ''
      if (index) {
        parted = true
        cost = Math.max(cost, whole ? partingCost : 0)
      }
      if (!part) continue
      const width = widthOf(part, bold)
      const last = words.at(-1)
      if (parted || !last) {
        if (last && bindsNext(last)) cost = partingCost
        words.push({ spans: [{ text: part, bold }], width, space: last ? spaceWidth : 0, cost })
      } else {
        last.spans.push({ text: part, bold })
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

/** A word wider than the line, in pieces that fit. */
function chopped(word: Word, measure: number): Word[] {
  if (word.width <= measure) return [word]
  const pieces: Word[] = []
  let piece: Word = { ...word, spans: [], width: 0 }
  for (const { text, bold } of word.spans) {
    let start = 0
    for (let at = 0; at < text.length; at++) {
      const width = widthOf(text[at] ?? '', bold)
      if (piece.width + width > measure && (piece.width || at > start)) {
        if (at > start) piece.spans.push({ text: text.slice(start, at), bold })
        pieces.push(piece)
        piece = { spans: [], width: 0, space: 0, cost: 0 }
        start = at
      }
      piece.width += width
    }
    piece.spans.push({ text: text.slice(start), bold })
  }
  return [...pieces, piece]
}
