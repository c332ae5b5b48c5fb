// What is known of the copies of this database, and when the next is due; the copies themselves are files.
migrate(
  (app) => {
    for (const sql of [
      `CREATE TABLE backups (
         id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, status TEXT NOT NULL, created TEXT NOT NULL, finished TEXT NOT NULL DEFAULT '',
         size INTEGER NOT NULL DEFAULT 0, error TEXT NOT NULL DEFAULT '', content TEXT NOT NULL DEFAULT 'null')`,
      // `since`: what was planned before there was a plan was not missed.
      'CREATE TABLE backup_plan (id INTEGER PRIMARY KEY CHECK (id = 1), period TEXT NOT NULL, hour INTEGER NOT NULL, since TEXT NOT NULL)',
      "INSERT INTO backup_plan VALUES (1, 'day', 3, strftime('%Y-%m-%d %H:%M:%fZ', 'now'))",
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const table of ['backups', 'backup_plan']) app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
