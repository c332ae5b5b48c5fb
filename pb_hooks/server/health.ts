import { backupState } from '../backups/plan.ts'
import { domainsOf } from '../lib/address.ts'
import { stamp } from '../lib/clock.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { run } from '../lib/sql.ts'
import { storageState } from '../lib/storage.ts'

/** When the write began that is under way, and since when none was done; 0 where neither is. */
const begun = 'writeBegun'
const undone = 'noWriteSince'
/** Milliseconds after which a write that does not end is a failure, and after which it is taken for lost. */
const patience = { slow: 3_000, lost: 60_000 }

/**
 * `GET /api/app/health`: 204 if a row and a file can be written, 503 if not. PocketBase's own answers 200 with a full disk or a hung writer. How the last copy
 * stands is told beside it (`Backup: good 2026-11-22 08:15:00.000Z`): a copy that fails is no reason to start the server anew.
 */
export function health(e: core.RequestEvent) {
  const isOurs = /^(127\.|::1$)/.test(e.realIP())
  if (!isOurs && domainsOf($os.getenv).length === 0) throw new NotFoundError()
  if (!isWriting(e.app) && isWithinRate(e.app, 'health', 1, 2)) writeHeartbeat(e.app)
  const since = Number(e.app.store().get(undone) ?? 0)
  if (since && Math.abs(Date.now() - since) > patience.slow) throw new ApiError(503)
  const { status, at } = backupState(e.app)
  e.response.header().set('Backup', `${status} ${at}`.trim())
  const files = storageState(e.app)
  if (files) e.response.header().set('Files', files)
  return e.noContent(204)
}

/** Who asks while it hangs does not hang as well: each would hold a virtual machine. */
function isWriting(app: CoreApp): boolean {
  return Math.abs(Date.now() - Number(app.store().get(begun) ?? 0)) < patience.lost
}

/** One that hangs is told to those who ask meanwhile, one that takes its time is not. */
function writeHeartbeat(app: CoreApp) {
  app.store().set(begun, Date.now())
  app.store().setFunc(undone, (before: number | null) => before || Date.now())
  try {
    run(app, 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, {:at})', { at: stamp() })
    writeFile(`${app.dataDir()}/heartbeat`)
    app.store().set(undone, 0)
  } catch (error) {
    app.store().set(undone, 1)
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
