import { widthOf } from './metrics.ts'
import { lineWords, type Span, type Word } from './words.ts'

/** Widths in thousandths of the size. */
export interface Line {
  spans: { text: string; bold: boolean }[]
  width: number
}

const loneWordCost = 0.08
const tooShort = 0.6

/** Breaks spans into lines of at most `measure` (thousandths of the size), as even as they can be. */
export function breakLines(spans: readonly Span[], measure: number): Line[] {
  // Most cells of a table are one span that fits: no need to look at its words.
  const only = spans.length === 1 ? spans[0] : undefined
  if (only && isSimple(only.text)) {
    const width = widthOf(only.text, only.bold)
    if (width <= measure) return [{ spans: [only], width }]
  }
  return hardLines(spans).flatMap((line, index, all) => {
    const words = lineWords(line, measure)
    const lines = words.length ? evenLines(words, measure) : [{ spans: [], width: 0 }]
    if (index < all.length - 1) closeWithSpace(lines.at(-1))
    return lines
  })
}

/** Whoever reads the text without its lines, aloud or to search it, needs the space that a line's end stands for. */
function closeWithSpace(line: Line | undefined) {
  const last = line?.spans.at(-1)
  if (last) last.text += ' '
}

function isSimple(text: string) {
  return !(text.includes('\n') || text.includes('  ') || text.startsWith(' ') || text.endsWith(' '))
}

function hardLines(spans: readonly Span[]): (readonly Span[])[] {
  if (!spans.some((span) => span.text.includes('\n'))) return [spans]
  const lines: Span[][] = [[]]
  for (const span of spans) {
    span.text.split('\n').forEach((text, index) => {
      if (index) lines.push([])
      lines.at(-1)?.push({ ...span, text })
    })
  }
  return lines
}

/** Of all ways to break, the one whose lines are least uneven (Knuth and Plass, for a ragged right edge). */
function evenLines(words: readonly Word[], measure: number): Line[] {
  const count = words.length
  // Where each word starts and ends if all stood on one line.
  const starts: number[] = []
  const ends: number[] = []
  let at = 0
  for (const { width, space } of words) {
    starts.push(at + space)
    at += space + width
    ends.push(at)
  }
  if (at <= measure) return [joined(words, 0, count)]
  const best = [0]
  const from = [0]
  let first = 0
  for (let end = 1; end <= count; end++) {
    const edge = ends[end - 1] as number
    while (first < end - 1 && edge - (starts[first] as number) > measure) first++
    let least = Number.POSITIVE_INFINITY
    let origin = first
    for (let start = first; start < end; start++) {
      const short = 1 - (edge - (starts[start] as number)) / measure
      // Shorter still is never better, and this loop is most of the work.
      if (short > tooShort && start > first && end < count) break
      const uneven = end < count ? short * short : start === count - 1 ? loneWordCost : 0
      const total = (best[start] as number) + uneven + (start ? (words[start] as Word).cost : 0)
      if (total < least) {
        least = total
        origin = start
      }
    }
    best.push(least)
    from.push(origin)
  }
  const lines: Line[] = []
  for (let end = count; end > 0; end = from[end] ?? 0) {
    const line = joined(words, from[end] ?? 0, end)
    if (words[end]?.space) closeWithSpace(line)
    lines.push(line)
  }
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
