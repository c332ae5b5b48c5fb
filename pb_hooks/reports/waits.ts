import { type Params, row } from '../lib/sql.ts'

/** Waits of a group: how many, those in the middle (one, where their number is odd), and the shortest that nine of ten do not exceed. */
export const noWaits = { waited: 0, lower: 0, upper: 0, ninth: 0 }

/** So many digits tell a wait, so that each is found by its place; nobody waited longer than these can tell. */
const digits = 10
const offset = 10 ** (digits - 1)

/** What a query that groups decisions selects, for `withWaits`: all waits of a group as one text, the shortest first. */
export const waitsInOrder = `count(seconds) AS waited, ifnull(group_concat(${offset} + min(seconds, ${offset - 1}), '' ORDER BY seconds), '') AS waits`

/** The groups of such a query, of all waits only those that are told. Chosen there: the texts themselves are megabytes. */
export function withWaits(groups: string): string {
  const at = (place: string) => `CAST(substr(waits, (${place}) * ${digits} + 1, ${digits}) AS INTEGER) - ${offset}`
  return `SELECT *, ${at('(waited - 1) / 2')} AS lower, ${at('waited / 2')} AS upper, ${at('(waited * 9 + 9) / 10 - 1')} AS ninth FROM (${groups})`
}

/** Of the waits of all groups together those that are told: their places are known once the groups are, and so far are they read. */
export function waitsAmong(app: CoreApp, from: string, params: Params, groups: readonly (typeof noWaits)[]) {
  const waited = groups.reduce((sum, group) => sum + group.waited, 0)
  const places = { lower: (waited - 1) >> 1, upper: waited >> 1, ninth: Math.floor((waited * 9 + 9) / 10) - 1 }
  const at = (place: keyof typeof places) =>
    `ifnull((SELECT seconds ${from} AND seconds IS NOT NULL ORDER BY seconds LIMIT 1 OFFSET {:${place}}), 0) AS ${place}`
  const query = `SELECT ${at('lower')}, ${at('upper')}, ${at('ninth')}`
  return waitsOf({ ...noWaits, ...row(app, query, { ...params, ...places }, { lower: 0, upper: 0, ninth: 0 }), waited })
}

/** The middle of all waits, and the shortest that nine of ten do not exceed. */
export function waitsOf({ waited, lower, upper, ninth }: typeof noWaits): {
  median: number | null
  p90: number | null
} {
  if (waited === 0) return { median: null, p90: null }
  return { median: (shown(lower) + shown(upper)) / 2, p90: shown(ninth) }
}

/** As exactly as it is shown: to the minute, five minutes, the hour, the day. */
function shown(seconds: number): number {
  const unit = seconds < 7_200 ? 60 : seconds < 86_400 ? 300 : seconds < 864_000 ? 3_600 : 86_400
  return Math.floor((seconds + unit / 2) / unit) * unit
}
