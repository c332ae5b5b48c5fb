import { toComparisonKey } from './comparison.ts'

/**
 * Returns the `meaning` of the name that is most similar to a text. Returns `undefined` if no name is similar, or if the most similar names have
 * different meanings.
 */
export function findClosestMatch(
  text: string,
  names: Iterable<readonly [name: string, meaning: string]>,
): string | undefined {
  const sought = toComparisonKey(text)
  if (sought === '' || sought.length > 100) return undefined
  let best: string | undefined
  let least = Math.floor(sought.length * 0.4) + 1
  for (const [name, meaning] of names) {
    const folded = toComparisonKey(name)
    const inside = sought.length > 2 && folded.length > 2 && (folded.includes(sought) || sought.includes(folded))
    const far = inside ? 0.5 : getEditDistance(sought, folded)
    if (far === least && meaning !== best) best = undefined
    if (far >= least) continue
    least = far
    best = meaning
  }
  return best
}

/**
 * Returns the edit distance of two texts: number of letters changed, added, removed or swapped with a neighbour (Damerau–Levenshtein, optimal string
 * alignment).
 */
export function getEditDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : change
      row.push(Math.min(change, swap, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}
