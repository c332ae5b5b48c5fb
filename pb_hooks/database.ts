import { mostReaders } from './reader.ts'

/**
 * How the database is held. Each commit reaches the disk before it is answered; SQLite's idle connection falls back to NORMAL,
 * so again each minute. Who reads shares few connections: each keeps up to 60 MiB of pages, and PocketBase would open 120.
 */
export function holdDatabase(app: CoreApp) {
  app.nonconcurrentDB().newQuery('PRAGMA synchronous=FULL').execute()
  const readers = (app.concurrentDB() as unknown as { db(): ConnectionPool }).db()
  readers.setMaxOpenConns(mostReaders + 8)
  readers.setMaxIdleConns(4)
}

export function holdDatabaseAgain() {
  holdDatabase($app)
}

/** Go's `sql.DB`, of which the types tell nothing. */
interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
}
