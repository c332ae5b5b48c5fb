// Of which requests a document has been in the making lately, until when at the latest: a process that dies may leave files of these. What a request says of
// itself tells less, for it may have been issued or annulled meanwhile.
const statements = [
  'CREATE TABLE documents_in_making (until INTEGER NOT NULL, request TEXT NOT NULL, PRIMARY KEY (until, request)) WITHOUT ROWID',
  `INSERT INTO documents_in_making (until, request) SELECT documentLease, id FROM requests WHERE documentStatus = 'pending' AND documentLease > 0`,
]

migrate(
  (app) => {
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE documents_in_making').execute()
  },
)
