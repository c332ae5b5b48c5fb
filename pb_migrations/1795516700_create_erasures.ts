import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(
    app,
    // Anonymised requests that the list beside the backups lacks, and whose mails and notices are not deleted yet.
    'CREATE TABLE erasures (request TEXT PRIMARY KEY) WITHOUT ROWID',
    // Files of anonymised requests that are still stored: paths of `engine.files`.
    'CREATE TABLE erased_files (path TEXT PRIMARY KEY) WITHOUT ROWID',
  )
})
