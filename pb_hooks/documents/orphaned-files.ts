import { listFileNames } from '../lib/files/directories.ts'
import { storesFilesOnS3 } from '../lib/files/file-storage.ts'
import { logError } from '../lib/log.ts'
import { executeSql, queryRows } from '../lib/sql.ts'

/** Collections with few records, whose file folders are all checked. Maps each collection to its file field. */
const checkedCollections = {
  settings: 'logo',
  letterheads: 'logo',
  signatories: 'signature',
  signature_copies: 'image',
}

/**
 * Deletes files at startup that a process left when it stopped between writing files and records. Checks requests with pending documents and the 100 latest replaced documents.
 */
export function deleteOrphanedFiles(app: CoreApp) {
  if (storesFilesOnS3(app)) return
  try {
    const folderOf = (table: string) => `${app.dataDir()}/storage/${app.findCachedCollectionByNameOrId(table).id}`
    for (const [table, column] of Object.entries(checkedCollections)) {
      const all = queryRows(app, `SELECT id, ${column} AS file FROM ${table}`, {}, fileColumns)
      const files = new Map(all.map(({ id, file }) => [id, file]))
      for (const id of listFileNames(folderOf(table))) deleteOtherFiles(`${folderOf(table)}/${id}`, files.get(id))
    }
    const lately = `SELECT id, document AS file FROM requests WHERE id IN (SELECT request FROM documents_in_progress)
      UNION SELECT id, document FROM requests WHERE id IN (SELECT request FROM request_documents ORDER BY rowid DESC LIMIT 100)`
    for (const { id, file } of queryRows(app, lately, {}, fileColumns))
      deleteOtherFiles(`${folderOf('requests')}/${id}`, file)
    executeSql(app, 'DELETE FROM documents_in_progress', {})
  } catch (error) {
    // Orphaned files are harmless, so an error must not prevent the server from starting.
    logError('files that no record names:', error)
  }
}

const fileColumns = { id: '', file: '' }

/** Deletes all files of a folder except `file`, its PocketBase metadata (`.attrs`) and its thumbnails. */
function deleteOtherFiles(folder: string, file = '') {
  const keptNames = new Set([file, `${file}.attrs`, `thumbs_${file}`])
  for (const name of listFileNames(folder)) if (!file || !keptNames.has(name)) $os.removeAll(`${folder}/${name}`)
}
