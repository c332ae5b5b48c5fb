// One row for each request that somebody else decided, written with the decision: its owner gets one letter of all of his.
const statements = [
  `CREATE TABLE decisions_to_tell (
     request TEXT NOT NULL, owner TEXT NOT NULL, decision TEXT NOT NULL, due TEXT NOT NULL,
     tries INTEGER NOT NULL DEFAULT 0, claim TEXT NOT NULL DEFAULT '')`,
  'CREATE INDEX idx_decisions_to_tell_due ON decisions_to_tell (due)',
  'CREATE INDEX idx_decisions_to_tell_owner ON decisions_to_tell (owner, due)',
  'CREATE INDEX idx_decisions_to_tell_decision ON decisions_to_tell (decision)',
  'CREATE INDEX idx_decisions_to_tell_claim ON decisions_to_tell (claim)',
]

migrate(
  (app) => {
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE decisions_to_tell').execute()
  },
)
