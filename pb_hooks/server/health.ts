import { backupState } from '../backups/plan.ts'
import { domainsOf } from '../lib/address.ts'
import { stamp } from '../lib/clock.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { run } from '../lib/sql.ts'
import { storageState } from '../lib/storage.ts'

const failed = 'lastWriteFailed'
const begun = 'writeBegun'
/** Milliseconds after which one that did not end is taken for lost. */
const patience = 60_000

/**
 * `GET /api/app/health`: 204 if a row and a file can be written, 503 if not. PocketBase's own answers 200 with a full disk or a hung writer. How the last copy
 * stands is told beside it (`Backup: good 2026-11-22 08:15:00.000Z`): a copy that fails is no reason to start the server anew.
 */
export function health(e: core.RequestEvent) {
  const isOurs = /^(127\.|::1$)/.test(e.realIP())
  if (!isOurs && domainsOf($os.getenv).length === 0) throw new NotFoundError()
  if (!isWriting(e.app) && isWithinRate(e.app, 'health', 1, 2)) writeHeartbeat(e.app)
  if (e.app.store().get(failed)) throw new ApiError(503)
  const { status, at } = backupState(e.app)
  e.response.header().set('Backup', `${status} ${at}`.trim())
  const files = storageState(e.app)
  if (files) e.response.header().set('Files', files)
  return e.noContent(204)
}

/** Who asks while it hangs does not hang as well: each would hold a virtual machine. */
function isWriting(app: CoreApp): boolean {
  return Math.abs(Date.now() - Number(app.store().get(begun) ?? 0)) < patience
}

/** Failed until it is done: so a writer that hangs is told to the next one who asks. */
function writeHeartbeat(app: CoreApp) {
  app.store().set(begun, Date.now())
  app.store().set(failed, true)
  try {
    run(app, 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, {:at})', { at: stamp() })
    writeFile(`${app.dataDir()}/heartbeat`)
    app.store().set(failed, false)
  } catch (error) {
    console.error('The data cannot be written:', error)
  } finally {
    app.store().set(begun, 0)
  }
}

/** On a full disk the row of the heartbeat still fits where one was before: a new file of the size of some documents does not. */
function writeFile(path: string) {
  try {
    $os.writeFile(path, ' '.repeat(262_144) as unknown as number[], 0o600 as unknown as os.FileMode)
  } finally {
    $os.removeAll(path)
  }
}
