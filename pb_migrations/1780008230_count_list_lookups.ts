// Keys that each person looked up in each list, by day (UTC).
migrate(
  (app) => {
    const sql = `CREATE TABLE list_lookups (list TEXT NOT NULL, person TEXT NOT NULL, day TEXT NOT NULL,
      found INTEGER NOT NULL, missing INTEGER NOT NULL, PRIMARY KEY (person, day, list)) WITHOUT ROWID`
    app.db().newQuery(sql).execute()
    app.db().newQuery('CREATE INDEX idx_list_lookups_list ON list_lookups (list, day)').execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE list_lookups').execute()
  },
)
