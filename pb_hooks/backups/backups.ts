import type { Backup, BackupContent, BackupList, BackupStatus } from '../../src/domain/backups/backup.ts'
import { backupPlanInput } from '../../src/domain/backups/backup-input.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import { stamp } from '../lib/clock.ts'
import { recordEvent } from '../lib/events.ts'
import { input, pathId } from '../lib/input.ts'
import { requireAdmin, settingsOf } from '../lib/people.ts'
import { lastLineOf } from '../lib/process.ts'
import { refuse } from '../lib/refusal.ts'
import { respondEarly } from '../lib/respond-early.ts'
import { row, rows, run } from '../lib/sql.ts'
import { writing } from '../lib/transaction.ts'
import { writePrivately } from './folder.ts'
import { type CopyJob, gone } from './job.ts'
import { backupPlan, backupState } from './plan.ts'
import { backupProgress, beginBackup, makeBegunBackup } from './run.ts'
import { backupsOnS3 } from './store.ts'

const stored = {
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
/** SQL condition of backups with another event history: their last event link is not in the database. An attacker can rewrite the database's events, but not earlier backups. */
const otherHistory = `status = 'good' AND json_valid(content) AND content ->> '$.chain.hash' != '' AND NOT EXISTS (
  SELECT 1 FROM event_links WHERE event_links.last = content ->> '$.chain.last' AND hash = content ->> '$.chain.hash')`
const columns = `id, name, status, created, finished, size, error, content, ${otherHistory} AS otherHistory`

export function listBackups(e: core.RequestEvent) {
  requireAdmin(e)
  const items = rows(e.app, `SELECT ${columns} FROM backups ORDER BY created DESC LIMIT 200`, {}, stored).map(shown)
  const making = items.find(({ status }) => status === 'making')
  const answer: BackupList = {
    items,
    plan: backupPlan(e.app),
    place: backupsOnS3(e.app) ? 's3' : 'disk',
    filesApart: e.app.settings().s3.enabled,
    progress: making ? backupProgress(e.app, making) : null,
    state: backupState(e.app),
  }
  return e.json(200, answer)
}

function shown({ status, error, content, otherHistory, ...rest }: typeof stored): Backup {
  return {
    ...rest,
    status: status as BackupStatus,
    error: error as ErrorCode,
    content: JSON.parse(content) as BackupContent | null,
    otherHistory: otherHistory === 1,
  }
}

/** `POST /api/app/backups` → 202. Starts a backup; its progress is in the list. */
export function makeBackupNow(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const begun = beginBackup(e.app, (tx) => recordBackup(tx, asker, 'backup', {}))
  if (!begun) throw refuse('backup.making', 409)
  try {
    respondEarly(e, 202, {})
  } finally {
    // Runs also if the client has disconnected, because the started backup blocks any other.
    makeBegunBackup(e.app, begun)
  }
}

/** `PUT /api/app/backups/plan`: a `BackupPlan` → 204 */
export function planBackups(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const plan = input(e, backupPlanInput)
  writing(e.app, (tx) => {
    run(tx, 'UPDATE backup_plan SET period = {:period}, hour = {:hour}, since = {:since}', { ...plan, since: stamp() })
    recordBackup(tx, asker, 'backupPlan', plan)
  })
  return e.noContent(204)
}

/** `DELETE /api/app/backups/{id}` → 204 */
export function deleteBackup(e: core.RequestEvent) {
  const asker = requireAdmin(e)
  const { id, name, status } = backupById(e)
  if (status === 'making') throw refuse('backup.making', 409)
  if (status !== 'failed') deleteFile(e.app, name)
  writing(e.app, (tx) => {
    run(tx, 'DELETE FROM backups WHERE id = {:id}', { id })
    recordBackup(tx, asker, 'backupDelete', { name })
  })
  return e.noContent(204)
}

export function backupById(e: core.RequestEvent): typeof stored {
  const found = row(e.app, `SELECT ${columns} FROM backups WHERE id = {:id}`, { id: pathId(e) }, stored)
  if (!found) throw refuse('backup.notFound', 404)
  return found
}

/** Returns the name of the first backup whose event history differs from the database. */
export function copyOfOtherHistory(app: CoreApp): string | undefined {
  return row(app, `SELECT name FROM backups WHERE ${otherHistory} ORDER BY created LIMIT 1`, {}, { name: '' })?.name
}

/** Records actions on backups as events, because a backup contains all data. */
export function recordBackup(app: CoreApp, actor: core.Record, action: string, details: Record<string, unknown>) {
  recordEvent(app, { subject: 'settings', subjectId: settingsOf(app).id, actor, action, details })
}

/** Timeout in seconds for deleting a backup on S3. Only the caller waits. */
const limit = 30

function deleteFile(app: CoreApp, name: string) {
  if (!backupsOnS3(app)) return $os.removeAll(`${app.dataDir()}/backups/${name}`)
  const folder = `${$os.tempDir()}/${$security.randomString(15)}`
  const job: CopyJob = { data: app.dataDir(), at: '', name, isToGo: true }
  try {
    writePrivately(folder, 'job.json', JSON.stringify(job))
    if (lastLineOf(['copy', `${folder}/job.json`], `${folder}/engine`, limit) !== gone) throw refuse('backup.store')
  } finally {
    $os.removeAll(folder)
  }
}
