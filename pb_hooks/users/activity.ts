import { formatTimestamp } from '../lib/clock.ts'
import { executeSql } from '../lib/sql.ts'

const storeKey = 'active users'
const intervalMs = 3_600_000

/** Adds a user to the list of active users in memory, at most hourly, so that no call waits for a database write. */
export function recordActivity(app: CoreApp, user: core.Record) {
  const last = user.getString('lastActiveAt')
  // A later time than now is replaced, because only a wrong clock sets it.
  if (last > formatTimestamp(Date.now() - intervalMs) && last <= formatTimestamp()) return
  app
    .store()
    .setFunc(storeKey, (ids: string | null) => (ids?.includes(user.id) ? ids : `${ids ? `${ids},` : ''}${user.id}`))
}

/** Writes the time of activity of these users; called each minute. Uses SQL, because the timestamp `updated` must not change. */
export function saveActivity() {
  let ids = ''
  $app.store().setFunc(storeKey, (listed: string | null) => {
    ids = listed ?? ''
    return null
  })
  if (!ids) return
  executeSql($app, 'UPDATE users SET lastActiveAt = {:now} WHERE id IN (SELECT value FROM json_each({:ids}))', {
    now: formatTimestamp(),
    ids: JSON.stringify(ids.split(',')),
  })
}
