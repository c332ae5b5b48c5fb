import { type QueryParams, queryRow } from '../lib/sql.ts'

/** Waiting times of a group in seconds: their number, the two median values (equal if the number is odd) and the 90th percentile. */
export const emptyWaitingTimes = { waited: 0, lower: 0, upper: 0, ninth: 0 }

/**
 * Digits of each waiting time in the concatenated text. With a fixed number, a position in the text identifies a
 * waiting time. Longer waits count as the maximum.
 */
const digits = 10
const offset = 10 ** (digits - 1)

/** SQL columns of a grouped query for `addWaitingTimes`: all waiting times of a group as one text, shortest first. */
export const waitingTimeSqlColumns = `count(seconds) AS waited, ifnull(group_concat(${offset} + min(seconds, ${offset - 1}), '' ORDER BY seconds), '') AS waits`

/**
 * Returns SQL that adds the median and the 90th percentile to a grouped query with `waitingTimeSqlColumns`. Computed in SQL, because the texts of
 * waiting times can have megabytes.
 */
export function addWaitingTimes(groups: string): string {
  const at = (place: string) => `CAST(substr(waits, (${place}) * ${digits} + 1, ${digits}) AS INTEGER) - ${offset}`
  return `SELECT *, ${at('(waited - 1) / 2')} AS lower, ${at('waited / 2')} AS upper, ${at('(waited * 9 + 9) / 10 - 1')} AS ninth FROM (${groups})`
}

/**
 * Returns median and percentile of all groups together. Computes their positions from the groups' counts and reads rows
 * only up to them.
 */
export function getOverallWaitingTimes(
  app: CoreApp,
  from: string,
  params: QueryParams,
  groups: readonly (typeof emptyWaitingTimes)[],
) {
  const waited = groups.reduce((sum, group) => sum + group.waited, 0)
  const places = { lower: (waited - 1) >> 1, upper: waited >> 1, ninth: Math.floor((waited * 9 + 9) / 10) - 1 }
  const at = (place: keyof typeof places) =>
    `ifnull((SELECT seconds ${from} AND seconds IS NOT NULL ORDER BY seconds LIMIT 1 OFFSET {:${place}}), 0) AS ${place}`
  const query = `SELECT ${at('lower')}, ${at('upper')}, ${at('ninth')}`
  return getWaitingTimes({
    ...emptyWaitingTimes,
    ...queryRow(app, query, { ...params, ...places }, { lower: 0, upper: 0, ninth: 0 }),
    waited,
  })
}

/** Returns the median and the 90th percentile (the shortest wait that nine of ten do not exceed); `null` if there are none. */
export function getWaitingTimes({ waited, lower, upper, ninth }: typeof emptyWaitingTimes): {
  median: number | null
  p90: number | null
} {
  if (waited === 0) return { median: null, p90: null }
  return { median: (roundForDisplay(lower) + roundForDisplay(upper)) / 2, p90: roundForDisplay(ninth) }
}

/** Rounds to the precision shown: minute, five minutes, hour or day, depending on the length. */
function roundForDisplay(seconds: number): number {
  const unit = seconds < 7_200 ? 60 : seconds < 86_400 ? 300 : seconds < 864_000 ? 3_600 : 86_400
  return Math.floor((seconds + unit / 2) / unit) * unit
}
