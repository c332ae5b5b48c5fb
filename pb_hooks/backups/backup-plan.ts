import { type BackupPlan, getBackupStatus, getScheduledTimes } from '../../src/domain/backups/backup.ts'
import type { BackupState } from '../../src/domain/backups/backup-output.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../lib/clock.ts'
import { queryRow } from '../lib/sql.ts'

const planColumns = { period: 'day', hour: 0, since: '', good: '', last: '', tried: '' }

/**
 * Query for the backup plan and the latest backups. `good`: start time of the last successful backup. `tried`: start
 * time of the last finished backup, successful or failed. `last`: status of that backup. Ignores future times, because
 * only a wrong clock writes them.
 */
const sql = `SELECT period, hour, iif(since > {:now}, '', since) AS since,
    ifnull((SELECT max(created) FROM backups WHERE status = 'good' AND created <= {:now}), '') AS good,
    ifnull((SELECT max(created) FROM backups WHERE status IN ('good', 'failed') AND created <= {:now}), '') AS tried,
    ifnull((SELECT status FROM backups WHERE status IN ('good', 'failed') AND created <= {:now} ORDER BY created DESC LIMIT 1), '') AS last
  FROM backup_plan`

/** Backoff in ms after a failed backup. */
const retryDelayMs = 3_600_000

const parseInstant = (timestamp: string) => (timestamp ? Date.parse(timestamp.replace(' ', 'T')) : 0)

/** Returns the backup plan, the times of its schedule and the latest backups. */
export function loadPlanStatus(app: CoreApp) {
  const found = queryRow(app, sql, { now: formatTimestamp() }, planColumns) ?? planColumns
  const plan = { period: found.period, hour: found.hour } as BackupPlan
  return { ...found, plan, planned: getScheduledTimes(plan, getOrganisationTimeZone(app), Date.now()) }
}

/** Returns the state of backups, for the administrators' home page. */
export function getBackupState(app: CoreApp): BackupState {
  const { plan, planned, since, good, last } = loadPlanStatus(app)
  const known = { since: parseInstant(since), good: parseInstant(good), lastFailed: last === 'failed' }
  return {
    status: getBackupStatus(plan, known, Date.now()),
    at: good,
    next: planned ? formatTimestamp(planned.next) : '',
  }
}

/** Returns whether the backup at the last planned time is still missing. Retries a failed backup after an hour. */
export function isBackupDue(app: CoreApp): boolean {
  const { planned, since, good, tried, last } = loadPlanStatus(app)
  if (!planned || parseInstant(since) > planned.last || parseInstant(good) >= planned.last) return false
  return last !== 'failed' || parseInstant(tried) + retryDelayMs <= Date.now()
}
