import { diffArrays, diffWordsWithSpace } from 'diff'

interface DiffPiece {
  text: string
  /** True if the other text lacks these words. */
  changed: boolean
}

export interface DiffLine {
  kind: 'same' | 'added' | 'removed' | 'skipped'
  /** Words of the line; empty for `skipped`. */
  pieces: DiffPiece[]
  /** Number of lines: for `skipped`, of the omitted unchanged lines; otherwise 1. */
  count: number
}

/** Unchanged lines shown before and after a change. */
const contextLines = 2
/**
 * Maximum number of added and removed lines that are compared. Texts with more are shown as completely replaced,
 * because comparing them takes too long.
 */
const maxChangedLines = 500
/** Maximum number of added and removed words and spaces in a line. The words of a line with more are not compared. */
const maxChangedWords = 100

/** Compares two texts by line, and replaced lines by word. Omits long unchanged parts. */
export function diffText(before: string, after: string): DiffLine[] {
  const [old, now] = [splitLines(before), splitLines(after)]
  const parts = diffArrays(old, now, { maxEditLength: maxChangedLines })
  if (!parts) return [...old.map((line) => toLine('removed', line)), ...now.map((line) => toLine('added', line))]
  const lines: DiffLine[] = []
  for (const [i, { value, added, removed }] of parts.entries()) {
    const next = parts[i + 1]
    if (removed && next?.added) lines.push(...diffReplacedLines(value, next.value))
    else if (added && parts[i - 1]?.removed) continue
    else if (added || removed) lines.push(...value.map((text) => toLine(added ? 'added' : 'removed', text)))
    else lines.push(...shortenContext(value, i === 0, i === parts.length - 1))
  }
  return lines
}

export function countChangedLines(lines: readonly DiffLine[]) {
  const count = (kind: DiffLine['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

/** Returns the lines of a text. An empty text has none. */
const splitLines = (text: string) => (text === '' ? [] : text.split('\n'))

const toLine = (kind: DiffLine['kind'], text: string): DiffLine => ({
  kind,
  pieces: [{ text, changed: false }],
  count: 1,
})

function diffReplacedLines(old: readonly string[], now: readonly string[]): DiffLine[] {
  const pairs = old.map((line, i) => diffWords(line, now[i]))
  const removed = pairs.map(([pieces]): DiffLine => ({ kind: 'removed', pieces, count: 1 }))
  const added = now.map((line, i): DiffLine => ({ kind: 'added', pieces: pairs[i]?.[1] ?? toPieces(line), count: 1 }))
  return [...removed, ...added]
}

const toPieces = (text: string): DiffPiece[] => [{ text, changed: false }]

/** Returns the words of both lines and marks the different ones. Marks none if the lines have few words in common. */
function diffWords(old: string, now: string | undefined): [DiffPiece[], DiffPiece[]] {
  const parts = now === undefined ? undefined : diffWordsWithSpace(old, now, { maxEditLength: maxChangedWords })
  if (now === undefined || !parts) return [toPieces(old), toPieces(now ?? '')]
  const same = parts
    .filter(({ added, removed }) => !added && !removed)
    .reduce((sum, { value }) => sum + value.length, 0)
  if (same * 3 < Math.max(old.length, now.length)) return [toPieces(old), toPieces(now)]
  const side = (omitted: 'added' | 'removed') =>
    parts
      .filter((part) => !part[omitted])
      .map(({ value, added, removed }) => ({ text: value, changed: added || removed }))
  return [side('added'), side('removed')]
}

/** Returns the unchanged lines around a change, with one `skipped` line for all others. */
function shortenContext(lines: readonly string[], isFirst: boolean, isLast: boolean): DiffLine[] {
  const [head, tail] = [isFirst ? 0 : contextLines, isLast ? 0 : contextLines]
  const skipped = lines.length - head - tail
  const same = (some: readonly string[]) => some.map((text) => toLine('same', text))
  if (skipped <= 1) return same(lines)
  return [
    ...same(lines.slice(0, head)),
    { kind: 'skipped', pieces: [], count: skipped },
    ...same(lines.slice(lines.length - tail)),
  ]
}
