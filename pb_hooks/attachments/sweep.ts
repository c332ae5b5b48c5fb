import { fileNamesIn } from '../lib/folders.ts'
import { rows } from '../lib/sql.ts'
import { forget, pathOf } from '../lib/stored-files.ts'
import { writing } from '../lib/transaction.ts'
import { storedName } from './attachments.ts'
import { partsFolder, partsIn, partsOfPerson } from './parts.ts'

/** Milliseconds in which who was filling in a form comes back to it. */
const day = 86_400_000
/** Deleted at once, so that nobody waits. */
const portion = 200

/** Each hour: files that no request holds, and what began to come and did not. */
export function sweepAttachments() {
  const before = new Date(Date.now() - day)
  sweepRecords($app, before.toISOString().replace('T', ' '))
  for (const person of fileNamesIn(partsFolder($app)))
    for (const [id, { at }] of partsIn(partsOfPerson($app, person)))
      if (at < before.getTime()) sweepPart($app, person, id)
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
function sweepPart(app: CoreApp, person: string, id: string) {
  forgetFiles(app, [{ id, file: storedName(id) }])
  $os.remove(`${partsOfPerson(app, person)}/${id}`)
}
