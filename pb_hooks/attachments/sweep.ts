import { formatTimestamp } from '../lib/clock.ts'
import { listFileNames } from '../lib/directories.ts'
import { executeSql, queryRows } from '../lib/sql.ts'
import { deleteUnreferencedFiles, getFilePath } from '../lib/stored-files.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { storedName } from './attachments.ts'
import { idOfPart, partsFolder, partsIn, partsOfPerson } from './parts.ts'

/** Retention in ms of unassigned files, so that a user can return to an unfinished form. */
const day = 86_400_000
/** Number of records deleted per transaction; small, because other writers wait for it. */
const portion = 200

/** Deletes unassigned files and unfinished uploads older than a day. Runs every hour. */
export function sweepAttachments() {
  const before = new Date(Date.now() - day)
  writeInTransaction($app, letGo)
  sweepRecords($app, before.toISOString().replace('T', ' '))
  for (const person of listFileNames(partsFolder($app)))
    for (const [name, { at }] of partsIn(partsOfPerson($app, person)))
      if (at < before.getTime()) sweepPart($app, person, name)
}

/** Releases files of cancelled batches, discarded rows and deleted drafts. */
function letGo(tx: CoreApp) {
  executeSql(
    tx,
    `UPDATE attachments SET request = '', updated = {:now} WHERE sent = FALSE AND request != ''
       AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.id = attachments.request)
       AND NOT EXISTS (SELECT 1 FROM batch_rows AS held JOIN batches ON batches.id = held.batch
         WHERE held.id = attachments.request AND held.status IN ('valid', 'error') AND batches.status != 'cancelled')`,
    { now: formatTimestamp() },
  )
}

function sweepRecords(app: CoreApp, before: string) {
  for (;;) {
    let gone: { id: string; file: string }[] = []
    writeInTransaction(app, (tx) => {
      gone = queryRows(
        tx,
        `DELETE FROM attachments WHERE id IN (
           SELECT id FROM attachments WHERE request = '' AND updated < {:before} LIMIT ${portion}) RETURNING id, file`,
        { before },
        { id: '', file: '' },
      )
    })
    forgetFiles(app, gone)
    if (gone.length < portion) return
  }
}

export function forgetFiles(app: CoreApp, files: { id: string; file: string }[]) {
  if (files.length)
    deleteUnreferencedFiles(
      app,
      files.map(({ id, file }) => getFilePath(app, 'attachments', id, file)),
    )
}

/** Deletes an unfinished upload, and its stored file if a process stopped before saving the record. */
function sweepPart(app: CoreApp, person: string, name: string) {
  const id = idOfPart(name)
  forgetFiles(app, [{ id, file: storedName(id) }])
  $os.remove(`${partsOfPerson(app, person)}/${name}`)
}
