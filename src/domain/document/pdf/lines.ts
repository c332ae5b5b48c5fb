import { spaceWidth, widthOf } from './metrics.ts'

/** Encoded text in one font; `whole` when it had better not be broken (a name, an amount, a date). */
export interface Span {
  text: string
  bold: boolean
  whole: boolean
}

interface Word {
  spans: { text: string; bold: boolean }[]
  width: number
  /** Width of the space before it; 0 for the rest of a word too long for a line. */
  space: number
  /** What a break before it costs. */
  cost: number
}

/** Widths in thousandths of the size. */
export interface Line {
  spans: { text: string; bold: boolean }[]
  width: number
}

/** A break inside a name or an amount is as bad as a line that is half empty. */
const partingCost = 0.3
const loneWordCost = 0.08

/** Breaks spans into lines of at most `measure` (thousandths of the size), as even as they can be. */
export function breakLines(spans: readonly Span[], measure: number): Line[] {
  return hardLines(spans).flatMap((line) => {
    const words = wordsOf(line, measure)
    return words.length ? evenLines(words, measure) : [{ spans: [], width: 0 }]
  })
}

/** The width without any break, and that of the longest word. */
export function widthsOf(spans: readonly Span[]): { natural: number; longest: number } {
  let natural = 0
  let longest = 0
  for (const line of hardLines(spans)) {
    let width = 0
    for (const word of wordsOf(line, Number.POSITIVE_INFINITY)) {
      width += word.space + word.width
      longest = Math.max(longest, word.width)
    }
    natural = Math.max(natural, width)
  }
  return { natural, longest }
}

function hardLines(spans: readonly Span[]): Span[][] {
  if (!spans.some((span) => span.text.includes('\n'))) return [[...spans]]
  const lines: Span[][] = [[]]
  for (const span of spans) {
    span.text.split('\n').forEach((text, index) => {
      if (index) lines.push([])
      lines.at(-1)?.push({ ...span, text })
    })
  }
  return lines
}

function wordsOf(spans: readonly Span[], measure: number): Word[] {
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

/** Of all ways to break, the one whose lines are least uneven (Knuth and Plass, for a ragged right edge). */
function evenLines(words: readonly Word[], measure: number): Line[] {
  const best = [0]
  const from = [0]
  for (let end = 1; end <= words.length; end++) {
    let width = 0
    let least = Number.POSITIVE_INFINITY
    let origin = end - 1
    for (let start = end - 1; start >= 0; start--) {
      const word = words[start] as Word
      width += word.width + (start < end - 1 ? (words[start + 1] as Word).space : 0)
      if (width > measure && start < end - 1) break
      const short = (measure - width) / measure
      const last = end === words.length
      const uneven = last ? (start === end - 1 && start > 0 ? loneWordCost : 0) : short * short
      const total = (best[start] ?? 0) + uneven + (start > 0 ? word.cost : 0)
      if (total < least) {
        least = total
        origin = start
      }
    }
    best.push(least)
    from.push(origin)
  }
  const lines: Line[] = []
  for (let end = words.length; end > 0; end = from[end] ?? 0) lines.push(joined(words, from[end] ?? 0, end))
  return lines.reverse()
}

function joined(words: readonly Word[], start: number, end: number): Line {
  const spans: { text: string; bold: boolean }[] = []
  let width = 0
  const add = (text: string, bold: boolean) => {
    const last = spans.at(-1)
    if (last && last.bold === bold) last.text += text
    else spans.push({ text, bold })
  }
  for (let index = start; index < end; index++) {
    const word = words[index] as Word
    if (index > start && word.space) {
      width += word.space
      add(' ', spans.at(-1)?.bold ?? false)
    }
    width += word.width
    for (const { text, bold } of word.spans) add(text, bold)
  }
  return { spans, width }
}
