import { openCommitWatcher } from '../lib/query-result-cache.ts'
import { getConnectionPool } from './connection-pool.ts'
import { freeReaderCaches, readerCacheKb, sharedConnections } from './reader.ts'

/**
 * KB that each connection adds to SQLite's shared page cache; the default is 32,000. The memory used is more than
 * double, because a page of 4 KB is allocated in powers of two. A batch of 20,000 takes no longer than with the
 * default, because the operating system also caches the file.
 */
const cacheKb = { read: readerCacheKb, write: 8_000, log: 500 }

/**
 * Limits the connections, and keeps them open once they are. Connections are opened on demand: at startup, opening all of them took as long as
 * everything else.
 */
export function limitConnections(app: CoreApp) {
  limitReaders(app.concurrentDB(), sharedConnections)
  limitReaders(app.auxConcurrentDB(), 2)
  for (const database of [app.nonconcurrentDB(), app.auxNonconcurrentDB()])
    getConnectionPool(database).setConnMaxIdleTime(0)
  setConnectionLimits()
  openCommitWatcher(app)
}

function limitReaders(database: unknown, connections: number) {
  const pool = getConnectionPool(database)
  pool.setMaxOpenConns(connections)
  pool.setMaxIdleConns(connections)
  pool.setConnMaxIdleTime(0)
}

/**
 * Sets synchronous commits and cache limits on open connections, and frees their caches. Repeated each minute, because PocketBase opens connections with
 * its defaults, and because full caches would take up to 60 MiB until the server stops. The operating system still caches the file.
 */
export function setConnectionLimits() {
  $app.nonconcurrentDB().newQuery('PRAGMA synchronous = FULL').execute()
  $app.nonconcurrentDB().newQuery(buildCacheSql(cacheKb.write)).execute()
  $app.auxNonconcurrentDB().newQuery(buildCacheSql(cacheKb.log)).execute()
  limitIdleCaches($app.concurrentDB(), cacheKb.read)
  limitIdleCaches($app.auxConcurrentDB(), cacheKb.log)
  freeReaderCaches()
}

/** Returns SQL that limits the page cache of a connection and frees it. */
const buildCacheSql = (kilobytes: number) => `PRAGMA cache_size = -${kilobytes}; PRAGMA shrink_memory`

function limitIdleCaches(database: unknown, kilobytes: number) {
  const pool = getConnectionPool(database)
  const idle = Array.from({ length: pool.stats().idle }, () => pool.conn(new Context()))
  for (const connection of idle) connection.execContext(new Context(), buildCacheSql(kilobytes))
  for (const connection of idle) connection.close()
}
