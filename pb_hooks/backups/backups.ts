import type { BackupStatus } from '../../src/domain/backups/backup.ts'
import { backupPlanSchema } from '../../src/domain/backups/backup-input.ts'
import type { Backup, BackupContent, BackupList } from '../../src/domain/backups/backup-output.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, getPathId, readInput } from '../lib/http.ts'
import { logError } from '../lib/log.ts'
import { getSettingsRecord } from '../lib/settings.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requireAdmin } from '../lib/users.ts'
import { getBackupState, loadPlanStatus } from './backup-plan.ts'
import { startBackup } from './backup-runs.ts'

const backupColumns = {
  id: '',
  name: '',
  status: '',
  created: '',
  finished: '',
  size: 0,
  error: '',
  content: '',
  otherHistory: 0,
}
/**
 * SQL condition of backups whose last event link is not in the database. They reveal an attacker who rewrote the
 * database's events but could not change earlier backups.
 */
const otherHistoryCondition = `status = 'good' AND json_valid(content) AND content ->> '$.chain.hash' != '' AND NOT EXISTS (
  SELECT 1 FROM event_links WHERE event_links.last = content ->> '$.chain.last' AND hash = content ->> '$.chain.hash')`
const columns = `id, name, status, created, finished, size, error, content, ${otherHistoryCondition} AS otherHistory`

export function listBackups(e: core.RequestEvent) {
  requireAdmin(e)
  const items = queryRows(
    e.app,
    `SELECT ${columns} FROM backups ORDER BY created DESC LIMIT 200`,
    {},
    backupColumns,
  ).map(toBackup)
  const answer: BackupList = {
    items,
    plan: loadPlanStatus(e.app).plan,
    storage: storesBackupsOnS3(e.app) ? 's3' : 'disk',
    excludesFiles: e.app.settings().s3.enabled,
    progress: engine.backups.progress(),
    state: getBackupState(e.app),
  }
  return e.json(200, answer)
}

function toBackup({ status, error, content, otherHistory, ...rest }: typeof backupColumns): Backup {
  return {
    ...rest,
    status: status as BackupStatus,
    error: error as ErrorCode,
    content: JSON.parse(content) as BackupContent | null,
    otherHistory: otherHistory === 1,
  }
}

/** `POST /api/app/backups` → 202. Starts a backup; its progress is in the list. */
export function createBackup(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  if (!startBackup(e.app, (tx) => recordBackupEvent(tx, caller, 'backup', {})))
    throw createErrorResponse('backup.running', 409)
  return e.json(202, {})
}

/** `PUT /api/app/backups/plan`: a `BackupPlan` → 204 */
export function saveBackupPlan(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const plan = readInput(e, backupPlanSchema)
  writeInTransaction(e.app, (tx) => {
    executeSql(tx, 'UPDATE backup_plan SET period = {:period}, hour = {:hour}, since = {:since}', {
      ...plan,
      since: formatTimestamp(),
    })
    recordBackupEvent(tx, caller, 'backupPlan', plan)
  })
  return e.noContent(204)
}

/** `DELETE /api/app/backups/{id}` → 204 */
export function deleteBackup(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { id, name, status } = requireBackup(e)
  if (status === 'making') throw createErrorResponse('backup.running', 409)
  if (status !== 'failed') deleteFile(e.app, name)
  writeInTransaction(e.app, (tx) => {
    executeSql(tx, 'DELETE FROM backups WHERE id = {:id}', { id })
    recordBackupEvent(tx, caller, 'backupDelete', { name })
  })
  return e.noContent(204)
}

export function requireBackup(e: core.RequestEvent): typeof backupColumns {
  const found = queryRow(e.app, `SELECT ${columns} FROM backups WHERE id = {:id}`, { id: getPathId(e) }, backupColumns)
  if (!found) throw createErrorResponse('backup.notFound', 404)
  return found
}

/** Returns the name of the first backup whose event history differs from the database. */
export function findDivergedBackup(app: CoreApp): string | undefined {
  return queryRow(
    app,
    `SELECT name FROM backups WHERE ${otherHistoryCondition} ORDER BY created LIMIT 1`,
    {},
    { name: '' },
  )?.name
}

/** Records actions on backups as events, because a backup contains all data. */
export function recordBackupEvent(app: CoreApp, actor: core.Record, action: string, details: Record<string, unknown>) {
  recordEvent(app, { subject: 'settings', subjectId: getSettingsRecord(app).id, actor, action, details })
}

const storesBackupsOnS3 = (app: CoreApp): boolean => app.settings().backups.s3.enabled

function deleteFile(app: CoreApp, name: string) {
  try {
    engine.backups.delete(name)
  } catch (error) {
    logError(`${name}:`, error)
    throw storesBackupsOnS3(app) ? createErrorResponse('backup.store') : error
  }
}
