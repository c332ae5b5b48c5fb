import { poolOf } from './connections.ts'
import { poolSize } from './pool.ts'

/**
 * Connections that the engine itself reads with, beside those of the virtual machines (`runtime/reader.ts`); by itself it would open 120. Each call waits for one
 * before it comes to a machine, to be known: with eight of them 256 readers fill more machines than there may be, with four at times, and are told to come again.
 */
const readers = 3

/**
 * Kilobytes of pages that a connection adds to what all of them keep together, for SQLite is built to share it (`ENABLE_MEMORY_MANAGEMENT`); a page of 4 kB
 * takes more than twice that, for its memory is given in powers of two. By itself each would add 32,000, also those of the engine's own log, which are seldom
 * asked. Whatever is not kept, the system has in its own memory: a batch of 20,000 takes no longer.
 */
const pages = { read: 500, write: 8_000, log: 500 }

/** How the database is held: for as long as the server runs, by connections that are opened now. */
export function holdDatabase(app: CoreApp) {
  holdDatabaseAgain()
  hold(app.concurrentDB(), poolSize() + readers, pages.read)
  hold(app.auxConcurrentDB(), 2, pages.log)
  for (const database of [app.nonconcurrentDB(), app.auxNonconcurrentDB()]) poolOf(database).setConnMaxIdleTime(0)
}

/** Each commit reaches the disk before it is answered, again each minute: a connection that was lost comes back as the engine opens it. */
export function holdDatabaseAgain() {
  $app.nonconcurrentDB().newQuery('PRAGMA synchronous = FULL').execute()
  $app.nonconcurrentDB().newQuery(`PRAGMA cache_size = -${pages.write}`).execute()
  $app.auxNonconcurrentDB().newQuery(`PRAGMA cache_size = -${pages.log}`).execute()
}

function hold(database: unknown, connections: number, kilobytes: number) {
  const pool = poolOf(database)
  pool.setMaxOpenConns(connections)
  pool.setMaxIdleConns(connections)
  pool.setConnMaxIdleTime(0)
  const all = Array.from({ length: connections }, () => pool.conn(new Context()))
  for (const one of all) one.execContext(new Context(), `PRAGMA cache_size = -${kilobytes}`)
  for (const one of all) one.close()
}
