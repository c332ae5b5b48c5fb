import { runStatements } from './schema.ts'

migrate((app) => {
  runStatements(
    app,
    // Secrets of code apps, encrypted. A table without collection, so that no record call reads it. `step`: step of RFC 6238 of the last code used.
    'CREATE TABLE totp_keys (user TEXT PRIMARY KEY, secret TEXT NOT NULL, step INTEGER NOT NULL) WITHOUT ROWID',
    // Recovery codes that are not used. `hash`: SHA-256; a salt is not needed, because the codes are random, of 80 bits.
    'CREATE TABLE recovery_codes (user TEXT, hash TEXT, PRIMARY KEY (user, hash)) WITHOUT ROWID',
  )
})
