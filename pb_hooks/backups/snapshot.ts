import { executeSql, queryRows } from '../lib/sql.ts'
import { type DirectoryRoot, linkFileIfExists } from './directory.ts'

const pathsPerQuery = 2_000
/**
 * Maximum attempts to take a consistent snapshot. An attempt fails if a record's file was deleted before it was linked.
 * A file that is missing in two attempts counts as lost.
 */
const maxSnapshots = 6

/** Returns the app limited to one connection, because `ATTACH` affects only the connection that runs it. */
export function withSingleConnection(app: CoreApp): CoreApp {
  return { db: () => app.nonconcurrentDB(), isTransactional: () => true } as unknown as CoreApp
}

/** Runs `work` while the database file `path` is attached as `name`. */
export function withAttachedDatabase<Answer>(
  database: CoreApp,
  path: string,
  name: string,
  work: () => Answer,
): Answer {
  executeSql(database, `ATTACH DATABASE {:path} AS ${name}`, { path })
  try {
    return work()
  } finally {
    executeSql(database, `DETACH DATABASE ${name}`, {})
  }
}

/** Work directory of a backup; `at` is its path relative to `data`. */
export interface BackupDirectory {
  data: string
  root: DirectoryRoot
  at: string
}

/**
 * Takes a snapshot of the database (`data.db`) and hard-links each of its files under a number (table `named`).
 * Files deleted later remain in the backup, links need no space, and no request waits.
 */
export function takeSnapshot(
  database: CoreApp,
  place: BackupDirectory,
  withFiles: boolean,
  onProgress: (done: number, total: number) => void,
) {
  const { data, root, at } = place
  const columns =
    'number INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, hasNotes INTEGER NOT NULL, misses INTEGER NOT NULL'
  executeSql(database, `CREATE TABLE named (${columns})`, {})
  root.mkdirAll(`${at}/files`, 0o700)
  for (let picture = 1; picture <= maxSnapshots; picture++) {
    root.removeAll(`${at}/data.db`)
    withAttachedDatabase(database, `${data}/data.db`, 'live', () =>
      executeSql(database, 'VACUUM live INTO {:path}', { path: `${data}/${at}/data.db` }),
    )
    if (!withFiles) return
    withAttachedDatabase(database, `${data}/${at}/data.db`, 'copy', () => listFilePaths(database))
    linkFiles(database, place, onProgress)
    if (countListedFiles(database, 'misses = 1') === 0) return
  }
}

/** Lists the paths of all file fields of all collections: `storage/<collection>/<record>/<name>`. */
function listFilePaths(database: CoreApp) {
  const fields = queryRows(
    database,
    `SELECT c.id, c.name, field.value ->> 'name' AS field FROM copy._collections c, json_each(c.fields) field
     WHERE c.type != 'view' AND field.value ->> 'type' = 'file'`,
    {},
    { id: '', name: '', field: '' },
  )
  executeSql(database, 'CREATE TEMP TABLE now_named (path TEXT PRIMARY KEY)', {})
  for (const { id, name, field } of fields)
    executeSql(
      database,
      `INSERT OR IGNORE INTO now_named SELECT 'storage/' || {:id} || '/' || r.id || '/' || file.value
       FROM copy."${name}" r, json_each(iif(json_valid(r."${field}"), r."${field}", json_array(r."${field}"))) file
       WHERE r."${field}" != '' AND file.value != ''`,
      { id },
    )
  executeSql(database, 'DELETE FROM named WHERE path NOT IN (SELECT path FROM now_named)', {})
  executeSql(
    database,
    'INSERT OR IGNORE INTO named (path, size, hasNotes, misses) SELECT path, -1, 0, 0 FROM now_named',
    {},
  )
  executeSql(database, 'DROP TABLE now_named', {})
}

const missingFileColumns = { number: 0, path: '', misses: 0 }

function linkFiles(
  database: CoreApp,
  { root, at }: BackupDirectory,
  onProgress: (done: number, total: number) => void,
) {
  const total = countListedFiles(database, 'TRUE')
  let done = total - countListedFiles(database, 'size < 0')
  for (let last = 0; ; ) {
    const some = queryRows(
      database,
      `SELECT number, path, misses FROM named WHERE size < 0 AND number > {:last} ORDER BY number LIMIT ${pathsPerQuery}`,
      { last },
      missingFileColumns,
    )
    if (!some.length) return
    last = some.at(-1)?.number ?? last
    const linkedFileColumns = some.map(({ number, path, misses }) => {
      const size = linkFileIfExists(root, path, `${at}/files/${number}`)
      // PocketBase stores a file's metadata, such as its media type, in a second file (`.attrs`).
      const notes = size < 0 ? -1 : linkFileIfExists(root, `${path}.attrs`, `${at}/files/${number}.attrs`)
      return { number, size, hasNotes: notes < 0 ? 0 : 1, misses: size < 0 ? misses + 1 : misses }
    })
    executeSql(
      database,
      `UPDATE named SET size = given.value ->> 'size', hasNotes = given.value ->> 'hasNotes', misses = given.value ->> 'misses'
       FROM json_each({:linked}) AS given WHERE number = given.value ->> 'number'`,
      { linked: JSON.stringify(linkedFileColumns) },
    )
    done += some.length
    onProgress(done, total)
  }
}

export function countListedFiles(database: CoreApp, condition: string): number {
  return queryRows(database, `SELECT count(*) AS n FROM named WHERE ${condition}`, {}, { n: 0 })[0]?.n ?? 0
}

const linked = { number: 0, path: '', hasNotes: 0 }

/** Calls `each` for every file of the snapshot, in order of `number`. Reads the files in pages, because there may be thousands. */
export function forEachSnapshotFile(database: CoreApp, each: (file: typeof linked) => void) {
  for (let last = 0; ; ) {
    const some = queryRows(
      database,
      `SELECT number, path, hasNotes FROM named WHERE size >= 0 AND number > {:last} ORDER BY number LIMIT ${pathsPerQuery}`,
      { last },
      linked,
    )
    if (!some.length) return
    last = some.at(-1)?.number ?? last
    for (const file of some) each(file)
  }
}

export function sumFileSizes(database: CoreApp): number {
  return queryRows(database, 'SELECT ifnull(sum(max(size, 0)), 0) AS n FROM named', {}, { n: 0 })[0]?.n ?? 0
}
