import { runStatements } from './schema.ts'

// Results of undone decisions, for a repeated call whose first response was lost. Deleted after a minute.
migrate((app) => {
  runStatements(
    app,
    `CREATE TABLE undone_decisions (decision TEXT PRIMARY KEY, asker TEXT NOT NULL, result TEXT NOT NULL, until TEXT NOT NULL)
     WITHOUT ROWID`,
  )
})
