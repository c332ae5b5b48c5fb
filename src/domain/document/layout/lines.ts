import { hyphen } from './letters.ts'
import { spaceWidth, widthOf } from './metrics.ts'
import { type LaidRun, lineWords, type Span, syllablesOf, type Word } from './words.ts'

/** Widths in thousandths of the size; `spacing` is what each space is wider, or narrower, to fill the line. */
export interface Line {
  runs: readonly LaidRun[]
  width: number
  spacing: number
}

export interface Measure {
  /** In thousandths of the size. */
  width: number
  isJustified?: boolean
  /** Whether words may be parted at a line's end. */
  isHyphenated?: boolean
}

const loneWordCost = 0.08
const tooShort = 0.6
/** How much of its own width a space may give up. */
const narrowing = 0.2 * spaceWidth
/** Words are parted only where lines would be looser than this: spaces wider by so much, or a right edge short by so much of the measure. */
const loose = { space: 0.6 * spaceWidth, edge: 0.16 }

/** Breaks spans into lines, as even as they can be. */
export function breakLines(spans: readonly Span[], measure: Measure): Line[] {
  // Most cells of a table are one span that fits: no need to look at its words.
  const only = spans.length === 1 ? spans[0] : undefined
  if (only && isSimple(only.text)) {
    const width = widthOf(only.text, only.style)
    if (width <= measure.width) return [{ runs: [only], width, spacing: 0 }]
  }
  return hardLines(spans).flatMap((line, index, all) => {
    const words = lineWords(line, measure.width)
    const lines = words.length ? evenLines(words, measure) : [{ runs: [], width: 0, spacing: 0 }]
    if (index < all.length - 1) closeWithSpace(lines.at(-1))
    return lines
  })
}

/** Whoever reads the text without its lines, aloud or to search it, needs the space that a line's end stands for. */
function closeWithSpace(line: Line | undefined) {
  const last = line?.runs.at(-1)
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

/** Words are parted only if the lines are too uneven with all of them whole. */
function evenLines(words: readonly Word[], measure: Measure): Line[] {
  const whole = bestBreaks(words, measure)
  if (!measure.isHyphenated || !whole.isLoose) return linesAt(whole.cuts, words, whole.spacing)
  const parts = words.flatMap(syllablesOf)
  const { cuts, spacing } = bestBreaks(parts, measure)
  return linesAt(cuts, parts, spacing)
}

interface Breaks {
  /** Before which words lines begin, and at the end how many words there are. */
  cuts: number[]
  /** What the spaces of a line from a word up to another are wider. */
  spacing: (start: number, end: number) => number
  isLoose: boolean
}

/** Of all ways to break, the one whose lines are least uneven (Knuth and Plass). */
function bestBreaks(words: readonly Word[], { width: measure, isJustified = false }: Measure): Breaks {
  const count = words.length
  // Where each word starts and ends if all stood on one line, with the hyphen of a parted one, and how many spaces come before.
  const starts: number[] = []
  const ends: number[] = []
  const spaces: number[] = []
  let at = 0
  let seen = 0
  for (let index = 0; index < count; index++) {
    const { width, space } = words[index] as Word
    if (space) seen++
    starts.push(at + space)
    at += space + width
    ends.push(at + (words[index + 1]?.hyphen ?? 0))
    spaces.push(seen)
  }
  const freeIn = (start: number, end: number) => measure - (ends[end - 1] as number) + (starts[start] as number)
  const spacing = (start: number, end: number) => {
    const free = freeIn(start, end)
    const gaps = (spaces[end - 1] as number) - (spaces[start] as number)
    return gaps && (free < 0 || (isJustified && end < count)) ? free / gaps : 0
  }
  if (at <= measure) return { cuts: [0, count], spacing, isLoose: false }

  const give = isJustified ? narrowing : 0
  const best = [0]
  const from = [0]
  let first = 0
  // Where the least of `best` lies from `first` on, then the least after it, and so on: what a line costs at least before it begins.
  const least = [0]
  let leastAt = 0
  for (let end = 1; end <= count; end++) {
    const room = measure - (ends[end - 1] as number)
    const gapsBefore = spaces[end - 1] as number
    let lowest = Number.POSITIVE_INFINITY
    let origin = end - 1
    for (let start = first; start < end; start++) {
      const free = room + (starts[start] as number)
      const gaps = gapsBefore - (spaces[start] as number)
      if (free + gaps * give < 0 && start < end - 1) {
        first = start + 1
        continue
      }
      const short = free / measure
      if (short > tooShort && start > first && end < count) break
      let uneven = start === count - 1 ? loneWordCost : 0
      if (end < count || free < 0) {
        const wider = free / (gaps || 1) / spaceWidth
        uneven = isJustified ? (free < 0 ? 6 : 0.5) * wider * wider : short * short
      }
      // A line that begins later is shorter still, and this loop is most of the work.
      if (free >= 0 && end < count) {
        while ((least[leastAt] as number) < first) leastAt++
        if ((best[least[leastAt] as number] as number) + uneven >= lowest) break
      }
      const total = (best[start] as number) + uneven + (start ? (words[start] as Word).cost : 0)
      if (total < lowest) {
        lowest = total
        origin = start
      }
    }
    while (least.length > leastAt && (best[least[least.length - 1] as number] as number) >= lowest) least.pop()
    least.push(end)
    best.push(lowest)
    from.push(origin)
  }
  const cuts = [count]
  while (cuts[0]) cuts.unshift(from[cuts[0]] ?? 0)
  const isLoose = cuts.slice(1, -1).some((end, index) => {
    const start = cuts[index] ?? 0
    return isJustified ? spacing(start, end) > loose.space : freeIn(start, end) > loose.edge * measure
  })
  return { cuts, spacing, isLoose }
}

function linesAt(cuts: readonly number[], words: readonly Word[], spacing: Breaks['spacing']): Line[] {
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0
    const line = joined(words, start, end, spacing(start, end))
    const next = words[end]
    if (next?.space) closeWithSpace(line)
    if (next?.hyphen) closeWithHyphen(line, next.hyphen)
    return line
  })
}

function closeWithHyphen(line: Line, width: number) {
  const last = line.runs.at(-1)
  if (last) last.text += hyphen
  line.width += width
}

function joined(words: readonly Word[], start: number, end: number, spacing: number): Line {
  const runs: LaidRun[] = []
  let width = 0
  let last: LaidRun | undefined
  for (let index = start; index < end; index++) {
    const word = words[index] as Word
    if (index > start && word.space) {
      width += word.space
      if (last) last.text += ' '
    }
    width += word.width
    for (const { text, style, key, isMissing } of word.spans) {
      if (last && last.style === style && last.key === key && last.isMissing === isMissing) last.text += text
      else {
        last = { text, style, ...(key !== undefined && { key }), ...(isMissing && { isMissing }) }
        runs.push(last)
      }
    }
  }
  return { runs, width, spacing }
}
