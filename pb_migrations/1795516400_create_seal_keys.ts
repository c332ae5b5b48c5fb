import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(
    app,
    // Keys of the seal, encrypted with `SEAL_SECRET`. A table without collection, so that no record call reads it. `purpose`: `current` has the
    // certificates in use, and `requested` the certificate request that an authority still has to answer.
    `CREATE TABLE seal_keys (purpose TEXT PRIMARY KEY, key TEXT NOT NULL, request TEXT NOT NULL, certificates TEXT NOT NULL) WITHOUT ROWID`,
    // Notices sent about the end of certificates. `days`: days before the end.
    'CREATE TABLE seal_end_notices (fingerprint TEXT, days INTEGER, PRIMARY KEY (fingerprint, days)) WITHOUT ROWID',
  )
})
