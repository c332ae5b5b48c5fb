import { externalOwnerId } from '../src/domain/external/external-owner.ts'
import { runStatements } from './schema.ts'

migrate((app) => {
  const now = "strftime('%Y-%m-%d %H:%M:%fZ')"
  runStatements(
    app,
    // Owner of the requests of people without an account. Without an address and a password, no call can sign it in.
    `INSERT INTO users (id, name, role, tokenKey, deactivatedAt, created, updated)
     VALUES ('${externalOwnerId}', 'Personas externas', '_user', lower(hex(randomblob(25))), ${now}, ${now}, ${now})`,
    ...['UPDATE', 'DELETE'].map(
      (
        event,
      ) => `CREATE TRIGGER users_protect_external_${event.toLowerCase()} BEFORE ${event} ON users WHEN OLD.id = '${externalOwnerId}'
        BEGIN SELECT RAISE(ABORT, 'the owner of external requests does not change'); END`,
    ),
  )
})
