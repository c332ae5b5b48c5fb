/** As exactly as it is shown: to the minute, five minutes, the hour, the day. */
export const shownWait = `CASE WHEN seconds IS NULL THEN -1 WHEN seconds < 7200 THEN (seconds + 30) / 60 * 60 WHEN seconds < 86400 THEN (seconds + 150) / 300 * 300
  WHEN seconds < 864000 THEN (seconds + 1800) / 3600 * 3600 ELSE (seconds + 43200) / 86400 * 86400 END`

/** How many waited as long; -1 where nobody waited. */
export interface AlikeWaits {
  wait: number
  n: number
}

export const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

/** The middle of all waits, between the two in the middle where their number is even; and the shortest that nine of ten do not exceed. */
export function waitsOf(found: readonly AlikeWaits[]): { median: number | null; p90: number | null } {
  const waits = found.filter((each) => each.wait >= 0).toSorted((a, b) => a.wait - b.wait)
  const count = sumOf(waits.map(({ n }) => n))
  if (count === 0) return { median: null, p90: null }
  /** The wait at a place, counted from 1. */
  function at(place: number): number {
    let left = place
    for (const { n, wait } of waits) {
      left -= n
      if (left <= 0) return wait
    }
    return 0
  }
  return {
    median: (at(Math.floor((count + 1) / 2)) + at(Math.floor(count / 2) + 1)) / 2,
    p90: at(Math.ceil((count * 9) / 10)),
  }
}
