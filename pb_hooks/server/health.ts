import { version } from '../../package.json' with { type: 'json' }
import type { Health } from '../../src/domain/settings/settings.ts'
import { backupState } from '../backups/plan.ts'
import { stamp } from '../lib/clock.ts'
import { logError } from '../lib/log.ts'
import { isActiveAdmin } from '../lib/people.ts'
import { isWithinRate } from '../lib/rate-limit.ts'
import { run } from '../lib/sql.ts'
import { storageState } from '../lib/storage.ts'
import { queueLengths } from './queues.ts'

/** When the write began that is under way, and since when none was done; 0 where neither is. */
const begun = 'writeBegun'
const undone = 'noWriteSince'
/** Milliseconds after which a write that does not end is a failure, and after which it is taken for lost. */
const patience = { slow: 3_000, lost: 60_000 }

/**
 * `GET /api/app/health` → 204 if a row and a file can be written, otherwise 503, for any client. PocketBase's own health call answers 200 with a full disk.
 * Administrators and keys with the scope `metrics` get the details as JSON, with 200 or 503.
 */
export function health(e: core.RequestEvent) {
  const isWell = canWrite(e.app)
  if (e.auth?.collection().name !== 'users' || !isActiveAdmin(e.auth)) return e.noContent(isWell ? 204 : 503)
  const answer: Health = {
    version,
    isWriting: isWell,
    backup: backupState(e.app),
    files: storageState(e.app),
    queues: queueLengths(e.app),
  }
  return e.json(isWell ? 200 : 503, answer)
}

/** Writes a row and a file at most every two seconds, and returns whether the latest attempt succeeded. */
export function canWrite(app: CoreApp): boolean {
  if (!isWriting(app) && isWithinRate(app, 'health', 1, 2)) writeHeartbeat(app)
  const since = Number(app.store().get(undone) ?? 0)
  return since === 0 || Math.abs(Date.now() - since) <= patience.slow
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
    logError('The data cannot be written:', error)
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
