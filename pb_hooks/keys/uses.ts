import { stamp } from '../lib/clock.ts'
import { rows, run } from '../lib/sql.ts'

const nameOf = (key: string) => `key used ${key}`

/** In memory: no call waits for it to be written. */
export function noteUse(app: CoreApp, key: string) {
  app.store().set(nameOf(key), stamp())
}

/** When a key was used since this was last written down, or nothing. */
export const lastUseOf = (app: CoreApp, key: string): string => String(app.store().get(nameOf(key)) ?? '')

/** Each minute. */
export function keepUses() {
  for (const { id } of rows($app, "SELECT id FROM api_keys WHERE revoked = ''", {}, { id: '' })) {
    const at = lastUseOf($app, id)
    if (!at) continue
    run($app, 'UPDATE api_keys SET lastUsed = {:at} WHERE id = {:id}', { at, id })
    // A later use, noted meanwhile, stays.
    $app.store().setFunc(nameOf(id), (now: string | null) => (now === at ? null : now))
  }
}
