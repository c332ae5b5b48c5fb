// What a decision that can still be undone has changed, row by row, with what was there before. It is empty but for those moments: documents, their
// numbers, notices and mails of what stands here wait.
const statements = [
  `CREATE TABLE undoable_decisions (decision TEXT PRIMARY KEY, asker TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL,
     until TEXT NOT NULL, isUndone INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`,
  `CREATE TABLE undoable (request TEXT PRIMARY KEY, decision TEXT NOT NULL, before TEXT NOT NULL) WITHOUT ROWID`,
  'CREATE INDEX idx_undoable_decision ON undoable (decision)',
]

migrate(
  (app) => {
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    const held = new DynamicModel({ n: 0 })
    app.db().newQuery('SELECT count(*) AS n FROM undoable').one(held)
    // Nobody would give their documents numbers.
    if ((held as unknown as { n: number }).n) throw new Error('decisions can still be undone: wait some seconds')
    for (const table of ['undoable', 'undoable_decisions']) app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
