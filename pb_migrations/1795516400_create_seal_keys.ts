import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(
    app,
    // Key of the seal, encrypted with `ENCRYPTION_KEY`, and its certificates; '' until an authority issues them. A table without collection, so that no
    // record call reads it.
    'CREATE TABLE seal_keys (id INTEGER PRIMARY KEY CHECK (id = 1), key TEXT NOT NULL, certificates TEXT NOT NULL)',
    // Notices sent about the end of certificates. `days`: days before the end.
    'CREATE TABLE seal_end_notices (fingerprint TEXT, days INTEGER, PRIMARY KEY (fingerprint, days)) WITHOUT ROWID',
  )
})
