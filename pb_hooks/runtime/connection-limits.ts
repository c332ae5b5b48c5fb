import { connectionPool } from './connection-pool.ts'
import { poolSize } from './pool.ts'

/**
 * Connections that the engine itself reads with, besides one for each virtual machine (`reader.ts`); its default is 120. Each call waits for one of them before
 * it enters a virtual machine, because the engine looks up its user. With four or more, 256 readers at once fill more virtual machines than there may be.
 */
const engineReaders = 3

/**
 * KB of pages that each connection adds to SQLite's common page cache (`ENABLE_MEMORY_MANAGEMENT`). A page of 4 KB takes more than twice that, because memory is
 * given in powers of two. The default is 32,000 each. With these values a batch of 20,000 takes as long, because the system caches the file as well.
 */
const cacheKb = { read: 500, write: 8_000, log: 500 }

/** Opens all connections at the start, for as long as the server runs, and limits their caches. */
export function openConnections(app: CoreApp) {
  setConnectionLimits()
  openReaders(app.concurrentDB(), poolSize() + engineReaders, cacheKb.read)
  openReaders(app.auxConcurrentDB(), 2, cacheKb.log)
  for (const database of [app.nonconcurrentDB(), app.auxNonconcurrentDB()])
    connectionPool(database).setConnMaxIdleTime(0)
}

/** Makes each commit reach the disk before it is answered, and limits caches. Repeated each minute, because the engine opens lost connections with its defaults. */
export function setConnectionLimits() {
  $app.nonconcurrentDB().newQuery('PRAGMA synchronous = FULL').execute()
  $app.nonconcurrentDB().newQuery(`PRAGMA cache_size = -${cacheKb.write}`).execute()
  $app.auxNonconcurrentDB().newQuery(`PRAGMA cache_size = -${cacheKb.log}`).execute()
}

function openReaders(database: unknown, connections: number, kilobytes: number) {
  const pool = connectionPool(database)
  pool.setMaxOpenConns(connections)
  pool.setMaxIdleConns(connections)
  pool.setConnMaxIdleTime(0)
  const all = Array.from({ length: connections }, () => pool.conn(new Context()))
  for (const connection of all) connection.execContext(new Context(), `PRAGMA cache_size = -${kilobytes}`)
  for (const connection of all) connection.close()
}
