// What is derived from `requests` is keyed by the row id. SQLite promises it only where a column holds it: `serial`. Everything in the table
// keeps its row id, so nothing derived has to be made anew.
const kept = "sql IS NOT NULL AND tbl_name = 'requests' AND type IN ('index', 'trigger') ORDER BY type, name"

function found(app: CoreApp, what: string): string[] {
  const list = arrayOf(new DynamicModel({ text: '' })) as unknown as { text: string }[]
  app.db().newQuery(what).all(list)
  return list.map(({ text }) => text)
}

/** Puts a table of this definition in the place of `requests`, with the same rows, indexes and triggers. */
function rebuild(app: CoreApp, define: (sql: string) => string, columns: string[], values: string[]) {
  const run = (sql: string) => app.db().newQuery(sql).execute()
  const [definition] = found(app, "SELECT sql AS text FROM sqlite_master WHERE type = 'table' AND name = 'requests'")
  if (!definition) throw new Error('there is no table of requests')
  const belongings = found(app, `SELECT sql AS text FROM sqlite_master WHERE ${kept}`)
  // Otherwise the renaming would stumble over views and triggers that name the table which is gone for a moment.
  run('PRAGMA legacy_alter_table = ON')
  try {
    run(define(definition).replace(/^CREATE TABLE [`"]?requests[`"]?/, 'CREATE TABLE requests_numbered'))
    run(`INSERT INTO requests_numbered (${columns}) SELECT ${values} FROM requests ORDER BY rowid`)
    run('DROP TABLE requests')
    run('ALTER TABLE requests_numbered RENAME TO requests')
  } finally {
    run('PRAGMA legacy_alter_table = OFF')
  }
  for (const sql of belongings) run(sql)
}

const ofAll = (app: CoreApp) => found(app, "SELECT '\"' || name || '\"' AS text FROM pragma_table_info('requests')")

migrate(
  (app) => {
    const columns = ofAll(app)
    const numbered = (sql: string) =>
      sql.replace(/([`"]id[`"] TEXT) PRIMARY KEY/, '$1 UNIQUE').replace(/\)\s*$/, ', serial INTEGER PRIMARY KEY)')
    rebuild(app, numbered, [...columns, 'serial'], [...columns, 'rowid'])
  },
  (app) => {
    const columns = ofAll(app).filter((name) => name !== '"serial"')
    const before = (sql: string) =>
      sql.replace(/([`"]id[`"] TEXT) UNIQUE/, '$1 PRIMARY KEY').replace(', serial INTEGER PRIMARY KEY', '')
    rebuild(app, before, [...columns, 'rowid'], [...columns, 'rowid'])
  },
)
