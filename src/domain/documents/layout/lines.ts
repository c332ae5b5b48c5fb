import { measureText, spaceWidth } from './metrics.ts'
import { breakTabbedLine } from './tabs.ts'
import type { LineConstraints, TextLine } from './text-line.ts'
import {
  hyphen,
  hyphenateWord,
  type StyledRun,
  sliceRun,
  splitIntoWords,
  type TextSpan,
  type Word,
  withWordCache,
} from './words.ts'

/**
 * Constants of the cost of a line break. A justified line costs the square of the width added to each space, in
 * thousandths of the font size; narrower spaces cost `narrower` times more. Other lines cost the square of their unused
 * width; `edge` is the unused width of an empty line. A single word on the last line costs `loneWord`. All are integers,
 * because goja allocates three objects per operation on fractions.
 */
const uneven = { narrower: 12, edge: 368, loneWord: 104 ** 2 }
const tooShort = 0.6
/** Maximum width by which a space may shrink. */
const narrowing = 0.2 * spaceWidth
/** Limits above which words are hyphenated: width added to a space (`space`), or unused share of the line (`edge`). */
const loose = { space: 0.6 * spaceWidth, edge: 0.16 }

/** Breaks spans of text into lines that are as even as possible. */
export function breakLines(spans: readonly TextSpan[], measure: LineConstraints): readonly TextLine[] {
  // Fast path for most table cells: a single span that fits on the line. Does not measure long texts.
  const only = spans.length === 1 ? spans[0] : undefined
  if (only && !only.tab && only.text.length * spaceWidth <= measure.width && isSimple(only.text)) {
    const width = measureText(only.text, only.style)
    if (width <= measure.width) return [{ runs: [only], width, spacing: 0 }]
  }
  if (!lineCache) return breakUncached(spans, measure)
  const key = getCacheKey(spans, measure)
  if (key.length > maxCachedLength) return breakUncached(spans, measure)
  const found = lineCache.get(key) ?? breakUncached(spans, measure)
  // Moves the entry to the end of the cache. If the cache is full, the first entry is evicted (LRU).
  lineCache.delete(key)
  lineCache.set(key, found)
  if (lineCache.size > maxCachedLines) lineCache.delete(lineCache.keys().next().value ?? '')
  return found
}

/** Caches broken lines while `work` runs. Clears the cache afterwards, because caches in dozens of virtual machines would fill the memory. */
export function withLineCache<T>(work: () => T): T {
  lineCache = new Map()
  try {
    return withWordCache(work)
  } finally {
    lineCache = undefined
  }
}

/** Maximum number of cache entries and length of a key: enough for a long contract. */
const maxCachedLines = 100
const maxCachedLength = 2_000
let lineCache: Map<string, readonly TextLine[]> | undefined

function getCacheKey(spans: readonly TextSpan[], measure: LineConstraints): string {
  let key = `${measure.width} ${measure.isJustified} ${measure.isHyphenated} ${measure.size}`
  for (let at = 0; at < spans.length; at++) {
    const { text, style, whole, key: field, isMissing, isUnderlined, tab } = spans[at] as TextSpan
    key += `\0${style}\0${whole}\0${field}\0${isMissing}\0${isUnderlined}\0${text}`
    if (tab) key += `\0${tab.position}`
  }
  return key
}

function breakUncached(spans: readonly TextSpan[], measure: LineConstraints): TextLine[] {
  return splitAtLineBreaks(spans).flatMap((line, index, all) => {
    const lines = line.some(({ tab }) => tab) ? breakTabbedLine(line, measure, breakWords) : breakWords(line, measure)
    if (index < all.length - 1) appendSpace(lines.at(-1))
    return lines
  })
}

function breakWords(line: readonly TextSpan[], measure: LineConstraints): TextLine[] {
  const words = splitIntoWords(line, measure.width)
  return words.length ? evenLines(words, measure) : [{ runs: [], width: 0, spacing: 0 }]
}

/** Appends a space to a line, because screen readers and text search join the lines of a paragraph. */
function appendSpace(line: TextLine | undefined) {
  const last = line?.runs.at(-1)
  if (last) last.text += ' '
}

function isSimple(text: string) {
  return !(text.includes('\n') || text.includes('  ') || text.startsWith(' ') || text.endsWith(' '))
}

function splitAtLineBreaks(spans: readonly TextSpan[]): (readonly TextSpan[])[] {
  if (!spans.some((span) => span.text.includes('\n'))) return [spans]
  const lines: TextSpan[][] = [[]]
  for (const span of spans) {
    span.text.split('\n').forEach((text, index) => {
      if (index) lines.push([])
      lines.at(-1)?.push({ ...span, text })
    })
  }
  return lines
}

/** Breaks words into lines. Hyphenates only if the lines would otherwise be too uneven. */
function evenLines(words: readonly Word[], measure: LineConstraints): TextLine[] {
  const whole = bestBreaks(words, measure)
  if (!measure.isHyphenated || !whole.isLoose) return createLinesAt(whole.cuts, words, whole.spacing)
  const parts = words.flatMap(hyphenateWord)
  const { cuts, spacing } = bestBreaks(parts, measure)
  return createLinesAt(cuts, parts, spacing)
}

interface Breaks {
  /** Index of the first word of each line. The last entry is the number of words. */
  cuts: number[]
  /** Returns the width added to each space in a line from word `start` to the word before `end`. */
  spacing: (start: number, end: number) => number
  isLoose: boolean
}

/** Returns the line breaks with the lowest total cost (Knuth–Plass algorithm). */
function bestBreaks(words: readonly Word[], { width, isJustified = false }: LineConstraints): Breaks {
  const count = words.length
  const measure = Math.floor(width)
  // Position of each word's start and end if all words were on one line, and number of spaces before it. The end of a
  // hyphenated part includes the hyphen.
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
  const shortest = tooShort * measure
  const best = [0]
  const from = [0]
  const costs: number[] = []
  let first = 0
  // Monotonic queue of candidate line breaks from `first` on, by increasing cost; the first is the cheapest.
  const least = [0]
  let leastAt = 0
  for (let end = 1; end <= count; end++) {
    costs.push(end > 1 ? (words[end - 1] as Word).cost : 0)
    const isLast = end === count
    const room = measure - (ends[end - 1] as number)
    const gapsBefore = spaces[end - 1] as number
    // Drops starts from which the line up to this word would be too long.
    while (first < end - 1 && room + (starts[first] as number) + (gapsBefore - (spaces[first] as number)) * give < 0)
      first++
    while ((least[leastAt] as number) < first) leastAt++
    const lowestBefore = best[least[leastAt] as number] as number
    let lowest = Number.POSITIVE_INFINITY
    let origin = end - 1
    // Hot loop: most of the layout time is spent in it.
    for (let start = first; start < end; start++) {
      const free = room + (starts[start] as number)
      let cost = 0
      if (isLast && free >= 0) {
        if (start === count - 1) cost = uneven.loneWord
      } else {
        if (free > shortest && start > first) break
        const each = isJustified
          ? (free / (gapsBefore - (spaces[start] as number) || 1)) | 0
          : ((free * uneven.edge) / measure) | 0
        cost = free < 0 && isJustified ? uneven.narrower * each * each : each * each
        // Stops, because a line that starts later is shorter and costs more.
        if (free >= 0 && lowestBefore + cost >= lowest) break
      }
      const total = (best[start] as number) + cost + (costs[start] as number)
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

function createLinesAt(cuts: readonly number[], words: readonly Word[], spacing: Breaks['spacing']): TextLine[] {
  return cuts.slice(1).map((end, index) => {
    const start = cuts[index] ?? 0
    const line = joinWords(words, start, end, spacing(start, end))
    const next = words[end]
    if (next?.space) appendSpace(line)
    if (next?.hyphen) appendHyphen(line, next.hyphen)
    return line
  })
}

function appendHyphen(line: TextLine, width: number) {
  const last = line.runs.at(-1)
  if (last) line.hyphen = sliceRun(last, hyphen)
  line.width += width
}

function joinWords(words: readonly Word[], start: number, end: number, spacing: number): TextLine {
  const runs: StyledRun[] = []
  let width = 0
  let last: StyledRun | undefined
  for (let index = start; index < end; index++) {
    const word = words[index] as Word
    if (index > start && word.space) {
      width += word.space
      if (last) last.text += ' '
    }
    width += word.width
    for (let at = 0; at < word.spans.length; at++) {
      const span = word.spans[at] as StyledRun
      if (last && isSameStyle(last, span)) last.text += span.text
      else {
        last = sliceRun(span, span.text)
        runs.push(last)
      }
    }
  }
  return { runs, width, spacing }
}

function isSameStyle(a: StyledRun, b: StyledRun): boolean {
  return a.style === b.style && a.key === b.key && a.isMissing === b.isMissing && a.isUnderlined === b.isUnderlined
}
