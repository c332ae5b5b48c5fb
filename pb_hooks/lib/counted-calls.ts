import { executeSql, queryRow } from './sql.ts'

export const daySeconds = 86_400

/** Maximum calls with a key in a period of at most a day. */
interface CallLimit {
  key: string
  max: number
  seconds: number
}

/**
 * Counts a call under the keys of its limits; returns false above any of them. Call it before the work, so that parallel calls are all counted.
 * The counts survive a restart.
 */
export function countCall(app: CoreApp, limits: CallLimit[]): boolean {
  const now = Math.floor(Date.now() / 1000)
  // Also deletes rows over 60 s in the future, because a wrong clock set their times.
  executeSql(app, `DELETE FROM counted_calls WHERE at < {:now} - ${daySeconds} OR at > {:now} + 60`, { now })
  const counted = queryRow(
    app,
    `INSERT INTO counted_calls (key, at) SELECT DISTINCT value ->> 'key', {:now} FROM json_each({:limits})
     WHERE NOT EXISTS (SELECT 1 FROM json_each({:limits}) AS one WHERE one.value ->> 'max' <=
       (SELECT count(*) FROM counted_calls WHERE key = one.value ->> 'key' AND at > {:now} - (one.value ->> 'seconds')))
     RETURNING at`,
    { now, limits: JSON.stringify(limits) },
    { at: 0 },
  )
  return counted !== undefined
}
