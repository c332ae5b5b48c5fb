import { poolSize } from './pool.ts'

/** Connections that the engine itself reads with, beside those of the virtual machines (`lib/reader.ts`); by itself it would open 120. */
const readers = 8

/** Kilobytes of pages that each of them keeps; by itself it would keep 32,000, and eight of them more than all virtual machines. */
const pages = 4_000

/** How the database is held: for as long as the server runs, by connections that are opened now. */
export function holdDatabase(app: CoreApp) {
  holdDatabaseAgain()
  const pool = (app.concurrentDB() as unknown as { db(): ConnectionPool }).db()
  pool.setMaxOpenConns(poolSize() + readers)
  pool.setMaxIdleConns(readers)
  pool.setConnMaxIdleTime(0)
  const all = Array.from({ length: readers }, () => pool.conn(new Context()))
  for (const one of all) one.execContext(new Context(), `PRAGMA cache_size = -${pages}`)
  for (const one of all) one.close()
}

/** Each commit reaches the disk before it is answered; SQLite's idle connection falls back to NORMAL, so again each minute. */
export function holdDatabaseAgain() {
  $app.nonconcurrentDB().newQuery('PRAGMA synchronous=FULL').execute()
}

/** Go's `sql.DB` and `sql.Conn`, of which the types tell nothing. */
interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  setConnMaxIdleTime(nanoseconds: number): void
  conn(context: Context): { execContext(context: Context, sql: string): void; close(): void }
}
