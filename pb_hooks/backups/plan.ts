import {
  type BackupPlan,
  type BackupState,
  getBackupStatus,
  getScheduledTimes,
} from '../../src/domain/backups/backup.ts'
import { stamp } from '../lib/clock.ts'
import { row } from '../lib/sql.ts'

const shape = { period: 'day', hour: 0, since: '', country: '', good: '', last: '', tried: '' }

/**
 * Query of plan and last backups. `good`: start of the last good backup; `tried`: start of the last finished one; `last`: its status.
 * Ignores times in the future, which a wrong clock wrote.
 */
const sql = `SELECT period, hour, iif(since > {:now}, '', since) AS since, (SELECT country FROM settings LIMIT 1) AS country,
    ifnull((SELECT max(created) FROM backups WHERE status = 'good' AND created <= {:now}), '') AS good,
    ifnull((SELECT max(created) FROM backups WHERE status IN ('good', 'failed') AND created <= {:now}), '') AS tried,
    ifnull((SELECT status FROM backups WHERE status IN ('good', 'failed') AND created <= {:now} ORDER BY created DESC LIMIT 1), '') AS last
  FROM backup_plan`

/** Backoff in ms after a failed backup. */
const patience = 3_600_000

const instant = (stored: string) => (stored ? Date.parse(stored.replace(' ', 'T')) : 0)

function standing(app: CoreApp) {
  const found = row(app, sql, { now: stamp() }, shape) ?? shape
  const plan = { period: found.period, hour: found.hour } as BackupPlan
  return { ...found, plan, planned: getScheduledTimes(plan, found.country || 'CO', Date.now()) }
}

export function backupPlan(app: CoreApp): BackupPlan {
  return standing(app).plan
}

/** Returns the state of backups, for the administrators' home page. */
export function backupState(app: CoreApp): BackupState {
  const { plan, planned, since, good, last } = standing(app)
  const known = { since: instant(since), good: instant(good), lastFailed: last === 'failed' }
  return { status: getBackupStatus(plan, known, Date.now()), at: good, next: planned ? stamp(planned.next) : '' }
}

/** Returns whether a planned backup has not been made yet. A failed one is retried after an hour. */
export function isBackupDue(app: CoreApp): boolean {
  const { planned, since, good, tried, last } = standing(app)
  if (!planned || instant(since) > planned.last || instant(good) >= planned.last) return false
  return last !== 'failed' || instant(tried) + patience <= Date.now()
}
