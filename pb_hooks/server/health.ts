import { backupState } from '../backups/plan.ts'
import { domainsOf } from '../lib/address.ts'
import { stamp } from '../lib/clock.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { run } from '../lib/sql.ts'
import { storageState } from '../lib/storage.ts'

const failed = 'lastWriteFailed'

/**
 * `GET /api/app/health`: 204 if a row can be written, 503 if not. PocketBase's own answers 200 with a full disk or a hung writer. How the last copy
 * stands is told beside it (`Backup: good 2026-11-22 08:15:00.000Z`): a copy that fails is no reason to start the server anew.
 */
export function health(e: core.RequestEvent) {
  const isOurs = /^(127\.|::1$)/.test(e.realIP())
  if (!isOurs && domainsOf($os.getenv).length === 0) throw new NotFoundError()
  if (isWithinRate(e.app, 'health', 1, 2)) writeHeartbeat(e.app)
  if (e.app.store().get(failed)) throw new ApiError(503)
  const { status, at } = backupState(e.app)
  e.response.header().set('Backup', `${status} ${at}`.trim())
  const files = storageState(e.app)
  if (files) e.response.header().set('Files', files)
  return e.noContent(204)
}

/** Failed until it is done: so a writer that hangs is told to the next one who asks. */
function writeHeartbeat(app: CoreApp) {
  app.store().set(failed, true)
  try {
    run(app, 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, {:at})', { at: stamp() })
    app.store().set(failed, false)
  } catch (error) {
    console.error('The database cannot be written:', error)
  }
}

/** `pocketbase health`: ends with an error where the server on this machine does not answer so. */
export function askForHealth() {
  const [domain] = domainsOf($os.getenv)
  const address = domain ? `https://${domain}` : `http://127.0.0.1:${$os.getenv('PORT') || '8090'}`
  const { statusCode } = $http.send({ url: `${address}/api/app/health`, timeout: 4 })
  if (statusCode !== 204) throw new Error(`unhealthy: ${statusCode}`)
}
