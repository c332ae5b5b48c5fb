import { backupGrantSchema } from '../../src/domain/backups/backup-input.ts'
import { createErrorResponse, getPathId, readInput, setFileHeaders } from '../lib/http.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { findUserById, isActiveAdmin, requireAdmin } from '../lib/users.ts'
import { requirePassword } from '../users/current-password.ts'
import { recordBackupEvent, requireBackup } from './backups.ts'

/** Validity of a permission in seconds: the download must begin within this time. */
const grantSeconds = 60

/** Permission for one download. In memory only, so users ask for a new one after a restart. */
interface Grant {
  key: string
  backup: string
  person: string
  until: number
}

/**
 * `POST /api/app/backups/{id}/grant`: `{password}` → `{grant}`, valid for one download within a minute.
 * Wrong passwords count as failed sign-ins.
 */
export function grantBackupDownload(e: core.RequestEvent) {
  const caller = requireAdmin(e)
  const { id } = requireDownloadable(e)
  const { password } = readInput(e, backupGrantSchema)
  requirePassword(e, caller, password)
  const grant: Grant = {
    key: $security.randomString(40),
    backup: id,
    person: caller.id,
    until: Date.now() + grantSeconds * 1000,
  }
  updateGrants(e.app, (all) => [...all, grant])
  return e.json(200, { grant: grant.key })
}

/** `GET /api/app/backups/{id}/file?grant=…` → the file as a stream, which the browser writes to the disk. */
export function downloadBackup(e: core.RequestEvent) {
  const key = String(e.requestInfo().query.grant ?? '')
  const before = updateGrants(e.app, (all) => all.filter((grant) => grant.key !== key))
  const grant = before.find(
    (one) => $security.equal(one.key, key) && one.backup === getPathId(e) && one.until > Date.now(),
  )
  const user = grant && findUserById(e.app, grant.person)
  if (!user || !isActiveAdmin(user)) throw createErrorResponse('backup.grant', 403)
  const { name } = requireDownloadable(e)
  writeInTransaction(e.app, (tx) => recordBackupEvent(tx, user, 'backupDownload', { name }))
  setFileHeaders(e, undefined, 'application/x-tar')
  const files = e.app.newBackupsFilesystem()
  try {
    files.serve(e.response, e.request as http.Request, name, name)
  } finally {
    files.close()
  }
}

function requireDownloadable(e: core.RequestEvent) {
  const backup = requireBackup(e)
  if (backup.status !== 'good' && backup.status !== 'found') throw createErrorResponse('backup.notFound', 404)
  return backup
}

/** Changes the grants and deletes expired ones; returns the grants before the change. */
function updateGrants(app: CoreApp, change: (all: Grant[]) => Grant[]): Grant[] {
  let before: Grant[] = []
  app.store().setFunc('backupGrants', (grantsJson: string | null) => {
    before = JSON.parse(grantsJson ?? '[]') as Grant[]
    return JSON.stringify(change(before.filter(({ until }) => until > Date.now())))
  })
  return before
}
