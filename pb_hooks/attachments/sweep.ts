import { stamp } from '../lib/clock.ts'
import { fileNamesIn } from '../lib/folders.ts'
import { rows, run } from '../lib/sql.ts'
import { forget, pathOf } from '../lib/stored-files.ts'
import { writing } from '../lib/transaction.ts'
import { storedName } from './attachments.ts'
import { idOfPart, partsFolder, partsIn, partsOfPerson } from './parts.ts'

/** Milliseconds in which who was filling in a form comes back to it. */
const day = 86_400_000
/** Deleted at once, so that nobody waits. */
const portion = 200

/** Each hour: files that no request holds, and what began to come and did not. */
export function sweepAttachments() {
  const before = new Date(Date.now() - day)
  writing($app, letGo)
  sweepRecords($app, before.toISOString().replace('T', ' '))
  for (const person of fileNamesIn(partsFolder($app)))
    for (const [name, { at }] of partsIn(partsOfPerson($app, person)))
      if (at < before.getTime()) sweepPart($app, person, name)
}

/** Of what a batch held that was cancelled, rows that were discarded, and drafts that are gone otherwise than by their owner. */
function letGo(tx: CoreApp) {
  run(
    tx,
    `UPDATE attachments SET request = '', updated = {:now} WHERE sent = FALSE AND request != ''
       AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.id = attachments.request)
       AND NOT EXISTS (SELECT 1 FROM batch_rows AS held JOIN batches ON batches.id = held.batch
         WHERE held.id = attachments.request AND held.status IN ('valid', 'error') AND batches.status != 'cancelled')`,
    { now: stamp() },
  )
}

function sweepRecords(app: CoreApp, before: string) {
  for (;;) {
    let gone: { id: string; file: string }[] = []
    writing(app, (tx) => {
      gone = rows(
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
    forget(
      app,
      files.map(({ id, file }) => pathOf(app, 'attachments', id, file)),
    )
}

/** Its file may have been stored by a process that died before it could name it. */
function sweepPart(app: CoreApp, person: string, name: string) {
  const id = idOfPart(name)
  forgetFiles(app, [{ id, file: storedName(id) }])
  $os.remove(`${partsOfPerson(app, person)}/${name}`)
}
