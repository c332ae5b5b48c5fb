import { fileNamesIn } from '../lib/folders.ts'
import { logError } from '../lib/log.ts'
import { rows, run } from '../lib/sql.ts'
import { isFar } from '../lib/storage.ts'

/** Collections of few records, whose files are all looked through. */
const few = { settings: 'logo', letterheads: 'logo', signatories: 'signature', kept_signatures: 'image' }

/**
 * At the start: files of a process that died before it wrote the row that names them, or after that and before it deleted those that they
 * replaced. Of requests those are looked at of which a document was in the making, and those whose document was replaced last.
 */
export function forgetStrays(app: CoreApp) {
  if (isFar(app)) return
  try {
    const folderOf = (table: string) => `${app.dataDir()}/storage/${app.findCachedCollectionByNameOrId(table).id}`
    for (const [table, column] of Object.entries(few)) {
      const all = rows(app, `SELECT id, ${column} AS file FROM ${table}`, {}, named)
      const files = new Map(all.map(({ id, file }) => [id, file]))
      for (const id of fileNamesIn(folderOf(table))) forgetAllBut(`${folderOf(table)}/${id}`, files.get(id))
    }
    const lately = `SELECT id, document AS file FROM requests WHERE id IN (SELECT request FROM documents_in_making)
      UNION SELECT id, document FROM requests WHERE id IN (SELECT request FROM request_documents ORDER BY rowid DESC LIMIT 100)`
    for (const { id, file } of rows(app, lately, {}, named)) forgetAllBut(`${folderOf('requests')}/${id}`, file)
    run(app, 'DELETE FROM documents_in_making', {})
  } catch (error) {
    // Nobody reads them: no reason not to serve.
    logError('files that no record names:', error)
  }
}

const named = { id: '', file: '' }

/** Beside a file lies what the engine notes of it, and a folder with what is drawn of it. */
function forgetAllBut(folder: string, file = '') {
  const kept = new Set([file, `${file}.attrs`, `thumbs_${file}`])
  for (const name of fileNamesIn(folder)) if (!file || !kept.has(name)) $os.removeAll(`${folder}/${name}`)
}
