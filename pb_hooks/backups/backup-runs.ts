import type { Backup, BackupProgress } from '../../src/domain/backups/backup.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { runChildProcess } from '../lib/child-process.ts'
import { formatTimestamp } from '../lib/clock.ts'
import { logError } from '../lib/log.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { listNotifiedAdminIds } from '../notices/administrators.ts'
import { createNotices } from '../notices/create-notices.ts'
import type { BackupJob, BackupResult } from './backup-job.ts'
import { isBackupDue } from './backup-plan.ts'
import { formatBackupName, getUnfinishedBackupPath, parseBackupTime } from './backup-store.ts'
import { writePrivateFile } from './directory.ts'

const timeoutSeconds = 7_200
/** Work directory. It is on the data volume, because hard links need the same volume. */
const workDirectory = 'copying'
/** Store key that is set while a backup runs. */
const runningKey = 'backupInTheMaking'

/** Deletes the unfinished backups of the previous process, and marks their entries as failed. Called at startup. */
export function cleanUpUnfinishedBackups(app: CoreApp) {
  const names = queryRows(app, "SELECT name FROM backups WHERE status = 'making'", {}, { name: '' })
  for (const path of [workDirectory, ...names.map(({ name }) => getUnfinishedBackupPath(name))])
    $os.removeAll(`${app.dataDir()}/${path}`)
  failUnfinished(app)
}

function failUnfinished(app: CoreApp) {
  const sql = "UPDATE backups SET status = 'failed', error = {:error}, finished = {:now} WHERE status = 'making'"
  executeSql(app, sql, { error: 'backup.interrupted' satisfies ErrorCode, now: formatTimestamp() })
}

/** Starts a planned backup if it is due; called once a minute. */
export function runPlannedBackup() {
  const started = isBackupDue($app) && startBackup($app)
  if (started) runStartedBackup($app, started)
}

interface StartedBackup {
  id: string
  name: string
}

/** Creates the entry of a new backup; undefined if a backup is running. `record` writes the event in the same transaction. */
export function startBackup(app: CoreApp, record: (tx: CoreApp) => void = () => {}): StartedBackup | undefined {
  let isFree = false
  app.store().setFunc(runningKey, (before: boolean | null) => {
    isFree = !before
    return true
  })
  if (!isFree) return undefined
  try {
    failUnfinished(app)
    const now = getNextStartTime(app)
    const id = generateRecordId()
    const started = { id, name: formatBackupName(now) }
    const sql = "INSERT INTO backups (id, name, status, created) VALUES ({:id}, {:name}, 'making', {:created})"
    writeInTransaction(app, (tx) => {
      executeSql(tx, sql, { ...started, created: formatTimestamp(now) })
      record(tx)
    })
    return started
  } catch (error) {
    app.store().remove(runningKey)
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

/** Writes the backup that `startBackup` registered, and stores its result. */
export function runStartedBackup(app: CoreApp, started: StartedBackup) {
  try {
    saveBackupResult(app, started, runCopyProcess(app, started))
  } finally {
    app.store().remove(runningKey)
  }
}

function runCopyProcess(app: CoreApp, { id, name }: StartedBackup): BackupResult {
  const data = app.dataDir()
  const job: BackupJob = { data, at: `${workDirectory}/${id}`, name }
  try {
    const place = `${data}/${job.at}`
    writePrivateFile(place, 'job.json', JSON.stringify(job))
    const output = runChildProcess(['copy', `${place}/job.json`], `${place}/engine`, timeoutSeconds)
    if (output === undefined) return { code: 'backup.timeout', cause: `more than ${timeoutSeconds} seconds` }
    return JSON.parse(output) as BackupResult
  } catch (error) {
    // Errors include a process that died without output, for example out of memory.
    const code = /no space left/.test(String(error)) ? 'backup.space' : 'backup.failed'
    return { code, cause: String(error) }
  } finally {
    // Deletes unfinished backups before anything is written, because they may have filled the disk.
    for (const path of [workDirectory, getUnfinishedBackupPath(name)]) $os.removeAll(`${data}/${path}`)
  }
}

function saveBackupResult(app: CoreApp, { id, name }: StartedBackup, answer: BackupResult) {
  const finished = formatTimestamp()
  if ('code' in answer) {
    logError(`copia de seguridad ${name}: ${answer.code}: ${answer.cause}`)
    writeInTransaction(app, (tx) => {
      const before = queryRow(
        tx,
        "SELECT status FROM backups WHERE status IN ('good', 'failed') ORDER BY created DESC LIMIT 1",
        {},
        { status: '' },
      )
      const failed = { id, finished, error: answer.code }
      executeSql(
        tx,
        "UPDATE backups SET status = 'failed', finished = {:finished}, error = {:error} WHERE id = {:id}",
        failed,
      )
      // Sends a mail only for the first of consecutive failures.
      if (before?.status === 'failed') return
      const news = listNotifiedAdminIds(tx).map((to) => ({ to, subjectId: '', details: { code: answer.code } }))
      createNotices(tx, { kind: 'backupFailed', topic: 'backupFailed', news })
    })
    return
  }
  const { size, content, there } = answer
  writeInTransaction(app, (tx) => {
    const good = { id, finished, size, content: JSON.stringify(content) }
    executeSql(
      tx,
      "UPDATE backups SET status = 'good', finished = {:finished}, size = {:size}, content = {:content} WHERE id = {:id}",
      good,
    )
    const found = JSON.stringify(there.map((file) => ({ ...file, at: parseBackupTime(file.name) })))
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

export function readBackupProgress(app: CoreApp, { id }: Pick<Backup, 'id'>): BackupProgress | null {
  try {
    return JSON.parse(toString($os.readFile(`${app.dataDir()}/${workDirectory}/${id}/progress.json`))) as BackupProgress
  } catch {
    // Returns no progress: the file does not exist yet or is being written.
    return null
  }
}
