import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { measureMs } from './measure.mjs'

/** @typedef {{ dataDir: string }} Stored */

/**
 * Measures how long Debian's `sqlite3` takes to write a batch's requests, events and row states in one transaction. `rows`: one statement per
 * row; `sets`: three statements in all. The schema is the server's, without `contentless_delete` of the search, which requires sqlite3 3.43.
 * @param {Stored} server @param {{ id: string }} batch
 */
export async function measureSqlite({ dataDir }, { id }) {
  const real = join(dataDir, 'data.db')
  const statements = runSqlite(real, createRowStatements(id))
  const rows = await runInCopy(real, id, statements)
  const sets = await runInCopy(real, id, setStatements)
  return { rows, sets }
}

/** @param {string} real @param {string} batch @param {string} statements */
async function runInCopy(real, batch, statements) {
  const copy = `${real}.copy`
  const schema = runSqlite(real, schemaQuery).replace('contentless_delete = 1,', '')
  runSqlite(copy, `PRAGMA journal_mode = WAL; ${schema} ATTACH '${real}' AS real; ${createCopySql(batch)}`)
  const time = await measureMs(() => runSqlite(copy, `BEGIN; ${statements} COMMIT;`))
  const counts = runSqlite(copy, 'SELECT count(*) FROM requests UNION SELECT count(*) FROM events').trim()
  if (counts !== runSqlite(real, `SELECT count(*) FROM requests WHERE batch = '${batch}'`).trim())
    throw new Error(counts)
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true })
  return time
}

/** @param {string} database @param {string} statements */
function runSqlite(database, statements) {
  return execFileSync('sqlite3', ['-bail', database], { input: statements, encoding: 'utf8', maxBuffer: 2 ** 30 })
}

/** Omits the shadow tables of the search, which SQLite creates. */
const schemaQuery = `SELECT sql || ';' FROM sqlite_master
  WHERE sql != '' AND tbl_name NOT LIKE 'sqlite_%' AND tbl_name NOT LIKE 'request_search_%' AND NOT (type = 'trigger' AND tbl_name = 'users')
  ORDER BY type = 'table' DESC, type = 'view' DESC`

/** @param {string} batch */
const createCopySql = (batch) => `INSERT INTO users SELECT * FROM real.users;
  INSERT INTO batch_rows SELECT * FROM real.batch_rows WHERE batch = '${batch}' ORDER BY row;
  UPDATE batch_rows SET status = 'valid', request = '';`

const requestColumns =
  'id number format formatVersion owner batch row status "values" summary revision submittedAt documentStatus created updated'.split(
    ' ',
  )
const eventColumns = 'id subject subjectId actor actorName owner action "to" details created updated'.split(' ')

/** Returns one statement per row. @param {string} batch */
function createRowStatements(batch) {
  const insert = (/** @type {string} */ into, /** @type {string[]} */ columns) =>
    `SELECT 'INSERT INTO ${into} (${columns.join()}) VALUES (' || ${columns.map((name) => `quote(${name})`).join(" || ',' || ")} || ');'`
  return `${insert('requests', requestColumns)} FROM requests WHERE batch = '${batch}' ORDER BY row;
    ${insert('events', eventColumns)} FROM events WHERE subjectId IN (SELECT id FROM requests WHERE batch = '${batch}') ORDER BY rowid;
    SELECT 'UPDATE batch_rows SET status = ''created'', request = id WHERE id = ' || quote(id) || ';'
    FROM requests WHERE batch = '${batch}' ORDER BY row;`
}

const setStatements = `
  INSERT INTO requests (${requestColumns.join()})
  SELECT id, printf('SOL-2026-%06d', row), 'format000000000', 'version00000000', (SELECT max(id) FROM users), batch, row,
    'submitted', "values", summary, 0, created, 'none', created, created FROM batch_rows ORDER BY row;
  INSERT INTO events (${eventColumns.join()})
  SELECT id, 'requests', id, owner, 'María José Güell', owner, 'submit', 'submitted',
    json_object('batch', 'LOT-2026-000001', 'row', row), created, updated FROM requests;
  UPDATE batch_rows SET status = 'created', request = id;`
