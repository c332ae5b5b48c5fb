import { poolSize } from './pool.ts'

/**
 * Connections that the engine itself reads with, beside those of the virtual machines (`lib/reader.ts`); by itself it would open 120. Each call waits for one
 * before it comes to a machine, to be known: with eight of them 256 readers fill more machines than there may be, and are told to come again.
 */
const readers = 4

/**
 * Kilobytes of pages that a connection keeps; each of 4 kB takes more than twice that, for SQLite's memory is given in powers of two. By itself each would
 * keep 32,000. Whatever is not kept, the system has in its own memory: a batch of 20,000 takes no longer.
 */
const pages = { read: 1_000, write: 8_000 }

/** How the database is held: for as long as the server runs, by connections that are opened now. */
export function holdDatabase(app: CoreApp) {
  holdDatabaseAgain()
  const all = poolSize() + readers
  const pool = poolOf(app.concurrentDB())
  pool.setMaxOpenConns(all)
  pool.setMaxIdleConns(all)
  pool.setConnMaxIdleTime(0)
  poolOf(app.nonconcurrentDB()).setConnMaxIdleTime(0)
  const opened = Array.from({ length: all }, () => pool.conn(new Context()))
  for (const one of opened) one.execContext(new Context(), `PRAGMA cache_size = -${pages.read}`)
  for (const one of opened) one.close()
}

/** Each commit reaches the disk before it is answered, again each minute: a connection that was lost comes back as the engine opens it. */
export function holdDatabaseAgain() {
  for (const pragma of ['synchronous = FULL', `cache_size = -${pages.write}`])
    $app.nonconcurrentDB().newQuery(`PRAGMA ${pragma}`).execute()
}

function poolOf(database: unknown): ConnectionPool {
  return (database as { db(): ConnectionPool }).db()
}

/** Go's `sql.DB` and `sql.Conn`, of which the types tell nothing. */
interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  setConnMaxIdleTime(nanoseconds: number): void
  conn(context: Context): { execContext(context: Context, sql: string): void; close(): void }
}
