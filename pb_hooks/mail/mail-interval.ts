import { formatTimestamp } from '../lib/clock.ts'
import { executeSql } from '../lib/sql.ts'

/** Minimum interval in ms between mails of one kind to one user. Notices of the interval are combined into one mail. */
const intervalMs = 300_000

/** Returns SQL that checks whether a user got a mail of a kind within the interval; bind with `getRecentMailBounds()`. Ignores times in the future, set by a wrong clock. */
export const buildRecentlyMailedCondition = (user: string, kind: string) =>
  `EXISTS (SELECT 1 FROM notice_mails AS before WHERE before.person = ${user} AND before.kind = ${kind} AND before.at BETWEEN {:since} AND {:ahead})`
export const getRecentMailBounds = () => ({
  since: formatTimestamp(Date.now() - intervalMs),
  ahead: formatTimestamp(Date.now() + intervalMs),
})

export function saveLastMailTime(app: CoreApp, person: string, kind: string) {
  executeSql(
    app,
    'INSERT INTO notice_mails (person, kind, at) VALUES ({:person}, {:kind}, {:at}) ON CONFLICT DO UPDATE SET at = excluded.at',
    { person, kind, at: formatTimestamp() },
  )
}
