import { formatTimestamp } from '../lib/clock.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

const getStoreKey = (key: string) => `key used ${key}`

/** Stores the time of use in memory, so that calls do not wait for a database write. */
export function recordKeyUse(app: CoreApp, key: string) {
  app.store().set(getStoreKey(key), formatTimestamp())
}

/** Returns the time of last use since the last call of `saveKeyUses`; '' if the key was not used. */
export const getLastKeyUse = (app: CoreApp, key: string): string => String(app.store().get(getStoreKey(key)) ?? '')

/** Writes the times of last use to the database; called each minute. */
export function saveKeyUses() {
  for (const { id } of queryRows($app, "SELECT id FROM api_keys WHERE revoked = ''", {}, { id: '' })) {
    const at = getLastKeyUse($app, id)
    if (!at) continue
    executeSql($app, 'UPDATE api_keys SET lastUsed = {:at} WHERE id = {:id}', { at, id })
    // Deletes the time only if the key was not used again meanwhile.
    $app.store().setFunc(getStoreKey(id), (now: string | null) => (now === at ? null : now))
  }
}
