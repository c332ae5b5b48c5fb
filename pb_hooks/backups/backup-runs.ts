import { maxStoredBackups } from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { logError } from '../lib/log.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'
import { isBackupDue } from './backup-plan.ts'
import { buildManifestQuery, type Manifest } from './manifest.ts'

const timeoutSeconds = 7_200

/** Pattern of backup names. Names sort by time. */
const backupNamePattern = String.raw`copia-\d{8}T\d{6}Z\.tar`

const formatBackupName = (instant: number) => `copia-${new Date(instant).toISOString().replace(/[:-]|\.\d+/g, '')}.tar`

/** Parses the time in a backup's name: `copia-20260131T120000Z.tar` → `2026-01-31 12:00:00.000Z`. */
function parseBackupTime(name: string): string {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(name) ?? []
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.000Z`
}

/** Deletes the unfinished backups of the previous process, and marks their entries as failed. Called at startup. */
export function cleanUpUnfinishedBackups(app: CoreApp) {
  engine.backups.cleanUp()
  failUnfinished(app)
}

function failUnfinished(app: CoreApp) {
  const sql = "UPDATE backups SET status = 'failed', error = {:error}, finished = {:now} WHERE status = 'making'"
  executeSql(app, sql, { error: 'backup.interrupted' satisfies ErrorCode, now: formatTimestamp() })
}

/** Starts a planned backup if it is due; called once a minute. */
export function runPlannedBackup() {
  if (isBackupDue($app)) startBackup($app)
}

/**
 * Starts a backup, which the engine makes while the server works; the job `backups` then saves its result. Returns false if a backup is running.
 * `record` writes the event in the transaction of the backup's entry.
 */
export function startBackup(app: CoreApp, record: (tx: CoreApp) => void = () => {}): boolean {
  if (!engine.backups.reserve()) return false
  try {
    failUnfinished(app)
    const now = getNextStartTime(app)
    const entry = { id: generateRecordId(), name: formatBackupName(now), created: formatTimestamp(now) }
    const sql = "INSERT INTO backups (id, name, status, created) VALUES ({:id}, {:name}, 'making', {:created})"
    writeInTransaction(app, (tx) => {
      executeSql(tx, sql, entry)
      record(tx)
    })
    engine.backups.start({
      id: entry.id,
      name: entry.name,
      manifest: buildManifestQuery(),
      pattern: backupNamePattern,
      keep: maxStoredBackups,
      seconds: timeoutSeconds,
    })
    return true
  } catch (error) {
    engine.backups.release()
    throw error
  }
}

/**
 * Returns the start time of the next backup: now, or one second after the latest backup, because names have a
 * resolution of one second.
 */
function getNextStartTime(app: CoreApp): number {
  const latest = queryRow(app, "SELECT ifnull(max(created), '') AS at FROM backups", {}, { at: '' })?.at ?? ''
  const after = latest ? Date.parse(latest.replace(' ', 'T')) + 1000 : 0
  return Math.max(Date.now(), after)
}

/** Saves the result of the backup that has ended. Until it is saved, no other backup starts. */
export function saveBackupResult(app: CoreApp) {
  const result = engine.backups.result()
  if (!result) return
  if (result.code) saveFailure(app, result)
  else saveSuccess(app, result)
  engine.backups.release()
}

function saveFailure(app: CoreApp, { job: { id, name }, code, cause }: EngineBackup) {
  const error = `backup.${code}` as ErrorCode
  logError(`copia de seguridad ${name}: ${error}: ${cause}`)
  writeInTransaction(app, (tx) => {
    const before = queryRow(
      tx,
      "SELECT status FROM backups WHERE status IN ('good', 'failed') ORDER BY created DESC LIMIT 1",
      {},
      { status: '' },
    )
    const failed = { id, finished: formatTimestamp(), error }
    executeSql(
      tx,
      "UPDATE backups SET status = 'failed', finished = {:finished}, error = {:error} WHERE id = {:id}",
      failed,
    )
    // Sends a mail only for the first of consecutive failures.
    if (before?.status === 'failed') return
    const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: '', details: { code: error } }))
    createNotices(tx, { kind: 'backupFailed', topic: 'backupFailed', news })
  })
}

function saveSuccess(app: CoreApp, { job: { id }, size, manifest, archives }: EngineBackup) {
  const { content } = JSON.parse(manifest) as Manifest
  writeInTransaction(app, (tx) => {
    const good = { id, finished: formatTimestamp(), size, content: JSON.stringify(content) }
    executeSql(
      tx,
      "UPDATE backups SET status = 'good', finished = {:finished}, size = {:size}, content = {:content} WHERE id = {:id}",
      good,
    )
    const found = JSON.stringify(archives.map(({ name, size }) => ({ name, size, at: parseBackupTime(name) })))
    // Deletes entries of backups that are no longer stored, and failed entries older than the oldest stored backup.
    executeSql(
      tx,
      `DELETE FROM backups WHERE (status IN ('good', 'found') AND name NOT IN (SELECT value ->> 'name' FROM json_each({:found})))
         OR (status = 'failed' AND created < (SELECT min(value ->> 'at') FROM json_each({:found})))`,
      { found },
    )
    executeSql(
      tx,
      `INSERT OR IGNORE INTO backups (id, name, status, created, finished, size)
       SELECT substr(lower(hex(randomblob(8))), 2), value ->> 'name', 'found', value ->> 'at', value ->> 'at', value ->> 'size' FROM json_each({:found})`,
      { found },
    )
  })
}
