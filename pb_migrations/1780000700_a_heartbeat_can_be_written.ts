migrate(
  (app) => {
    app.db().newQuery('CREATE TABLE heartbeat (id INTEGER PRIMARY KEY CHECK (id = 1), at TEXT NOT NULL)').execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE heartbeat').execute()
  },
)
