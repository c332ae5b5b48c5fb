import { poolSize } from './pool.ts'

/**
 * How the database is held. Each commit reaches the disk before it is answered; SQLite's idle connection falls back to NORMAL,
 * so again each minute. Beside those of the virtual machines (`lib/reader.ts`) the engine reads with few: each keeps up to 60 MiB of pages, and it would open 120.
 */
export function holdDatabase(app: CoreApp) {
  app.nonconcurrentDB().newQuery('PRAGMA synchronous=FULL').execute()
  const readers = (app.concurrentDB() as unknown as { db(): ConnectionPool }).db()
  readers.setMaxOpenConns(poolSize() + 8)
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
