import { rows } from '../lib/sql.ts'
import type { Bounds } from './bounds.ts'

/** As exactly as it is shown: to the minute, five minutes, the hour, the day. */
export const shownWait = `CASE WHEN seconds < 7200 THEN (seconds + 30) / 60 * 60 WHEN seconds < 86400 THEN (seconds + 150) / 300 * 300
  WHEN seconds < 864000 THEN (seconds + 1800) / 3600 * 3600 ELSE (seconds + 43200) / 86400 * 86400 END`

/** Stands for everybody: no id has it. */
export const everybody = '*'

/** How long what belongs together (`part`) waited for a person, or for everybody. */
interface Waited {
  part: string
  id: string
  count: number
  median: number
  p90: number
}

/**
 * The middle of all waits, between the two in the middle where their number is even, and the shortest that nine of ten do not exceed; `told` is a query
 * of how many (`n`) of a `part` waited as long (`wait`) for whom (`id`). The database itself goes through them: they are as many as there are minutes.
 */
export function waitsOf(app: CoreApp, told: string, bounds: Bounds): Waited[] {
  const at = (place: string) => `min(wait) FILTER (WHERE upTo >= ${place})`
  return rows(
    app,
    `WITH told AS MATERIALIZED (${told}),
       each AS (SELECT part, id, wait, n FROM told UNION ALL SELECT part, '${everybody}', wait, sum(n) FROM told GROUP BY part, wait),
       placed AS (SELECT part, id, wait, sum(n) OVER (PARTITION BY part, id ORDER BY wait) AS upTo, sum(n) OVER (PARTITION BY part, id) AS count FROM each)
     SELECT part, id, max(count) AS count, (${at('(count + 1) / 2')} + ${at('count / 2 + 1')}) / 2.0 AS median, ${at('(count * 9 + 9) / 10')} AS p90
     FROM placed GROUP BY part, id`,
    bounds,
    { part: '', id: '', count: 0, median: 0, p90: 0 },
  )
}
