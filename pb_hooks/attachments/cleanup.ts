import { formatTimestamp } from '../lib/clock.ts'
import { listFileNames } from '../lib/files/directories.ts'
import { deleteUnreferencedFiles, getFilePath } from '../lib/files/stored-files.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { getStoredFileName } from './attachments.ts'
import { getUploadsFolder, getUserUploadsFolder, listUploads, parseUploadId } from './uploads.ts'

/** Retention in ms of unassigned files, so that a user can return to an unfinished form. */
const retentionMs = 86_400_000
/** Number of records deleted per transaction; small, because other writers wait for it. */
const recordsPerTransaction = 200

/** Deletes unassigned files and unfinished uploads older than a day. Runs every hour. */
export function deleteUnusedAttachments() {
  const before = new Date(Date.now() - retentionMs)
  writeInTransaction($app, releaseFiles)
  deleteUnusedRecords($app, before.toISOString().replace('T', ' '))
  for (const user of listFileNames(getUploadsFolder($app)))
    for (const [name, { at }] of listUploads(getUserUploadsFolder($app, user)))
      if (at < before.getTime()) deleteUpload($app, user, name)
}

/** Releases files of cancelled batches, discarded rows and deleted drafts. */
function releaseFiles(tx: CoreApp) {
  executeSql(
    tx,
    `UPDATE attachments SET request = '', updated = {:now} WHERE sent = FALSE AND request != ''
       AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.id = attachments.request)
       AND NOT EXISTS (SELECT 1 FROM batch_rows AS held JOIN batches ON batches.id = held.batch
         WHERE held.id = attachments.request AND held.status IN ('valid', 'error') AND batches.status != 'cancelled')`,
    { now: formatTimestamp() },
  )
}

function deleteUnusedRecords(app: CoreApp, before: string) {
  for (;;) {
    let gone: { id: string; file: string }[] = []
    writeInTransaction(app, (tx) => {
      gone = queryRows(
        tx,
        `DELETE FROM attachments WHERE id IN (
           SELECT id FROM attachments WHERE request = '' AND updated < {:before} LIMIT ${recordsPerTransaction}) RETURNING id, file`,
        { before },
        { id: '', file: '' },
      )
    })
    deleteStoredFiles(app, gone)
    if (gone.length < recordsPerTransaction) return
  }
}

export function deleteStoredFiles(app: CoreApp, files: { id: string; file: string }[]) {
  if (files.length)
    deleteUnreferencedFiles(
      app,
      files.map(({ id, file }) => getFilePath(app, 'attachments', id, file)),
    )
}

/** Deletes an unfinished upload, and its stored file if a process stopped before saving the record. */
function deleteUpload(app: CoreApp, user: string, name: string) {
  const id = parseUploadId(name)
  deleteStoredFiles(app, [{ id, file: getStoredFileName(id) }])
  $os.remove(`${getUserUploadsFolder(app, user)}/${name}`)
}
