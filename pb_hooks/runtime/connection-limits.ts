import { getConnectionPool } from './connection-pool.ts'
import { getPoolSize } from './pool.ts'
import { openCommitWatcher } from './shared-results.ts'

/**
 * Read connections of PocketBase (default 120), besides one per virtual machine (`reader.ts`). Calls look up their user
 * with these connections before they enter a virtual machine. With four or more, 256 parallel reads would occupy too
 * many virtual machines.
 */
const engineReaders = 3

/**
 * KB that each connection adds to SQLite's shared page cache; the default is 32,000. The memory used is more than
 * double, because a page of 4 KB is allocated in powers of two. A batch of 20,000 takes no longer than with the
 * default, because the operating system also caches the file.
 */
const cacheKb = { read: 500, write: 8_000, log: 500 }

/** Opens all connections at startup, keeps them open, and limits their caches. */
export function openConnections(app: CoreApp) {
  setConnectionLimits()
  // One more for the commit watcher.
  openReaders(app.concurrentDB(), getPoolSize() + engineReaders + 1, cacheKb.read)
  openCommitWatcher(app)
  openReaders(app.auxConcurrentDB(), 2, cacheKb.log)
  for (const database of [app.nonconcurrentDB(), app.auxNonconcurrentDB()])
    getConnectionPool(database).setConnMaxIdleTime(0)
}

/** Sets synchronous commits and cache limits on database connections. Repeated each minute, because PocketBase reopens lost connections with its defaults. */
export function setConnectionLimits() {
  $app.nonconcurrentDB().newQuery('PRAGMA synchronous = FULL').execute()
  $app.nonconcurrentDB().newQuery(`PRAGMA cache_size = -${cacheKb.write}`).execute()
  $app.auxNonconcurrentDB().newQuery(`PRAGMA cache_size = -${cacheKb.log}`).execute()
}

function openReaders(database: unknown, connections: number, kilobytes: number) {
  const pool = getConnectionPool(database)
  pool.setMaxOpenConns(connections)
  pool.setMaxIdleConns(connections)
  pool.setConnMaxIdleTime(0)
  const all = Array.from({ length: connections }, () => pool.conn(new Context()))
  for (const connection of all) connection.execContext(new Context(), `PRAGMA cache_size = -${kilobytes}`)
  for (const connection of all) connection.close()
}
