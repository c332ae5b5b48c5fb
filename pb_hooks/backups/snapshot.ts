import { rows, run } from '../lib/sql.ts'
import { linkIfThere, type Root } from './folder.ts'

/** Paths looked at between two questions to the database. */
const portion = 2_000
/** A file named by two pictures of the database in a row that was not there either time is lost; more are taken only while files go. */
const mostPictures = 6

/** What is attached belongs to one connection, and only this one is ever the same; nothing else is asked of it here. */
export function oneConnection(app: CoreApp): CoreApp {
  return { db: () => app.nonconcurrentDB(), isTransactional: () => true } as unknown as CoreApp
}

/** Does something while another database file is known as `name`. */
export function attached<Answer>(database: CoreApp, path: string, name: string, work: () => Answer): Answer {
  run(database, `ATTACH DATABASE {:path} AS ${name}`, { path })
  try {
    return work()
  } finally {
    run(database, `DETACH DATABASE ${name}`, {})
  }
}

/** Where a copy is made: `at` is its folder inside of the folder of the data. */
export interface Place {
  /** The folder of the data. */
  data: string
  root: Root
  at: string
}

/**
 * A picture of the database as `data.db`, and beside it each file that it names, linked under a number (table `named`):
 * what is deleted from now on is not missing in it, and it takes no room. Nobody waits for it.
 */
export function takeSnapshot(
  database: CoreApp,
  place: Place,
  withFiles: boolean,
  told: (done: number, total: number) => void,
) {
  const { data, root, at } = place
  const columns =
    'number INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, hasNotes INTEGER NOT NULL, misses INTEGER NOT NULL'
  run(database, `CREATE TABLE named (${columns})`, {})
  root.mkdirAll(`${at}/files`, 0o700)
  for (let picture = 1; picture <= mostPictures; picture++) {
    root.removeAll(`${at}/data.db`)
    attached(database, `${data}/data.db`, 'live', () =>
      run(database, 'VACUUM live INTO {:path}', { path: `${data}/${at}/data.db` }),
    )
    if (!withFiles) return
    attached(database, `${data}/${at}/data.db`, 'copy', () => noteNames(database))
    linkFiles(database, place, told)
    if (countNamed(database, 'misses = 1') === 0) return
  }
}

/** Any field of files of any collection: `storage/<collection>/<record>/<name>`. */
function noteNames(database: CoreApp) {
  const fields = rows(
    database,
    `SELECT c.id, c.name, field.value ->> 'name' AS field FROM copy._collections c, json_each(c.fields) field
     WHERE c.type != 'view' AND field.value ->> 'type' = 'file'`,
    {},
    { id: '', name: '', field: '' },
  )
  run(database, 'CREATE TEMP TABLE now_named (path TEXT PRIMARY KEY)', {})
  for (const { id, name, field } of fields)
    run(
      database,
      `INSERT OR IGNORE INTO now_named SELECT 'storage/' || {:id} || '/' || r.id || '/' || file.value
       FROM copy."${name}" r, json_each(iif(json_valid(r."${field}"), r."${field}", json_array(r."${field}"))) file
       WHERE r."${field}" != '' AND file.value != ''`,
      { id },
    )
  run(database, 'DELETE FROM named WHERE path NOT IN (SELECT path FROM now_named)', {})
  run(database, 'INSERT OR IGNORE INTO named (path, size, hasNotes, misses) SELECT path, -1, 0, 0 FROM now_named', {})
  run(database, 'DROP TABLE now_named', {})
}

const missing = { number: 0, path: '', misses: 0 }

function linkFiles(database: CoreApp, { root, at }: Place, told: (done: number, total: number) => void) {
  const total = countNamed(database, 'TRUE')
  let done = total - countNamed(database, 'size < 0')
  for (let last = 0; ; ) {
    const some = rows(
      database,
      `SELECT number, path, misses FROM named WHERE size < 0 AND number > {:last} ORDER BY number LIMIT ${portion}`,
      { last },
      missing,
    )
    if (!some.length) return
    last = some.at(-1)?.number ?? last
    const linked = some.map(({ number, path, misses }) => {
      const size = linkIfThere(root, path, `${at}/files/${number}`)
      // What the engine notes of a file, its type above all, lies beside it.
      const notes = size < 0 ? -1 : linkIfThere(root, `${path}.attrs`, `${at}/files/${number}.attrs`)
      return { number, size, hasNotes: notes < 0 ? 0 : 1, misses: size < 0 ? misses + 1 : misses }
    })
    run(
      database,
      `UPDATE named SET size = given.value ->> 'size', hasNotes = given.value ->> 'hasNotes', misses = given.value ->> 'misses'
       FROM json_each({:linked}) AS given WHERE number = given.value ->> 'number'`,
      { linked: JSON.stringify(linked) },
    )
    done += some.length
    told(done, total)
  }
}

export function countNamed(database: CoreApp, condition: string): number {
  return rows(database, `SELECT count(*) AS n FROM named WHERE ${condition}`, {}, { n: 0 })[0]?.n ?? 0
}

const linked = { number: 0, path: '', hasNotes: 0 }

/** Each file that was found, by its number in the folder. */
export function eachFile(database: CoreApp, each: (file: typeof linked) => void) {
  for (let last = 0; ; ) {
    const some = rows(
      database,
      `SELECT number, path, hasNotes FROM named WHERE size >= 0 AND number > {:last} ORDER BY number LIMIT ${portion}`,
      { last },
      linked,
    )
    if (!some.length) return
    last = some.at(-1)?.number ?? last
    for (const file of some) each(file)
  }
}

export function bytesOf(database: CoreApp): number {
  return rows(database, 'SELECT ifnull(sum(max(size, 0)), 0) AS n FROM named', {}, { n: 0 })[0]?.n ?? 0
}
