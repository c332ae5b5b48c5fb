// What stands in the columns by which formats know the records of a list, besides its key: written as keys are, because no index finds it so in the values.
// Of each import, whose rows change no more once they count.
const table = `CREATE TABLE list_matches (import TEXT NOT NULL, "column" TEXT NOT NULL, "key" TEXT NOT NULL, record TEXT NOT NULL,
  PRIMARY KEY (import, "column", "key", record)) WITHOUT ROWID`

migrate(
  (app) => {
    app.db().newQuery(table).execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE list_matches').execute()
  },
)
