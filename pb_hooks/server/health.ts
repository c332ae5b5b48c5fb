import { version } from '../../package.json' with { type: 'json' }
import type { ServerHealth } from '../../src/domain/settings/settings.ts'
import { getBackupState } from '../backups/backup-plan.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { isWithinRateLimit } from '../lib/limits.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { isActiveAdmin } from '../lib/users.ts'

const queueLengthsSql = `SELECT
  (SELECT count(*) FROM requests WHERE documentStatus = 'pending') AS documents,
  (SELECT count(*) FROM requests WHERE documentStatus = 'failed') AS failedDocuments,
  (SELECT count(*) FROM batches WHERE status IN ('processing', 'interrupted')) AS batches,
  (SELECT count(*) FROM outgoing_mails) + (SELECT count(*) FROM decision_mails) + (SELECT count(*) FROM delivery_mails) AS mails,
  (SELECT count(*) FROM webhook_deliveries WHERE status = 'waiting') AS webhooks`

const noQueues = { documents: 0, failedDocuments: 0, batches: 0, mails: 0, webhooks: 0 }

export const getQueueLengths = (app: CoreApp): typeof noQueues =>
  queryRow(app, queueLengthsSql, {}, noQueues) ?? noQueues

/**
 * Store keys with times in ms, 0 if none. `begun`: start of the running write; `undone`: time since which no write
 * succeeded.
 */
const writeStartKey = 'writeBegun'
const failingSinceKey = 'noWriteSince'
/** Timeouts in ms. After `slow`, a running write counts as failed; after `lost`, a new write is started. */
const timeoutsMs = { slow: 3_000, lost: 60_000 }

/**
 * `GET /api/app/health` → 204 if a row and a file can be written, otherwise 503, for any client. PocketBase's own health call returns 200 with a full disk.
 * Administrators and keys with the scope `metrics` get the details as JSON, with 200 or 503.
 */
export function getHealth(e: core.RequestEvent) {
  const isWell = canWriteData(e.app)
  if (e.auth?.collection().name !== 'users' || !isActiveAdmin(e.auth)) return e.noContent(isWell ? 204 : 503)
  const answer: ServerHealth = {
    version,
    isWriting: isWell,
    backup: getBackupState(e.app),
    files: engine.files.health(),
    queues: getQueueLengths(e.app),
  }
  return e.json(isWell ? 200 : 503, answer)
}

/** Writes a row and a file at most every two seconds, and returns whether the latest attempt succeeded. */
export function canWriteData(app: CoreApp): boolean {
  if (!isWriting(app) && isWithinRateLimit(app, 'health', 1, 2)) writeHeartbeat(app)
  const since = Number(app.store().get(failingSinceKey) ?? 0)
  return since === 0 || Math.abs(Date.now() - since) <= timeoutsMs.slow
}

/** Returns whether a write is running. Further health checks then do not write, because each would block a virtual machine. */
function isWriting(app: CoreApp): boolean {
  return Math.abs(Date.now() - Number(app.store().get(writeStartKey) ?? 0)) < timeoutsMs.lost
}

/** Writes a row and a file. Stores the start time first, so that other calls detect a blocked write. */
function writeHeartbeat(app: CoreApp) {
  app.store().set(writeStartKey, Date.now())
  app.store().setFunc(failingSinceKey, (before: number | null) => before || Date.now())
  try {
    executeSql(app, 'INSERT OR REPLACE INTO heartbeat (id, at) VALUES (1, {:at})', { at: formatTimestamp() })
    writeFile(`${app.dataDir()}/heartbeat`)
    app.store().set(failingSinceKey, 0)
  } catch (error) {
    app.store().set(failingSinceKey, 1)
    logError('The data cannot be written:', error)
  } finally {
    app.store().set(writeStartKey, 0)
  }
}

/**
 * Writes a temporary file of a document's usual size. A row alone fits on a full disk, because it replaces an earlier
 * row.
 */
function writeFile(path: string) {
  try {
    $os.writeFile(path, ' '.repeat(262_144), 0o600)
  } finally {
    $os.removeAll(path)
  }
}
