import { getConnectionPool, type SqlConnection } from '../runtime/connection-pool.ts'
import { closeIgnoringErrors, type QueryParams } from '../runtime/reader.ts'

/** Maximum entries of the cache, which all virtual machines share. Queries with the same entry number replace each other's result. */
const maxResults = 64
/** Maximum length of a stored result in characters: more than 200 row ids. */
const maxLength = 6_144

const connectionKey = 'commit watcher'

/**
 * Opens the connection that `readCommitVersion` uses; called at startup. A lost connection is not opened again, because the numbers of another
 * connection could repeat those of stored results.
 */
export function openCommitWatcher(app: CoreApp) {
  app.store().set(connectionKey, getConnectionPool(app.concurrentDB()).conn(new Context()))
}

/**
 * Returns a number that changes with each commit of another connection or process; undefined without a connection. Inside `setFunc` no other call
 * uses the connection, because a statement that overlaps another one would read the older number.
 */
function readCommitVersion(app: CoreApp): string | undefined {
  let version: string | undefined
  app.store().setFunc(connectionKey, (connection: SqlConnection | null) => {
    if (!connection) return null
    try {
      const found = nullString()
      connection.queryRowContext(new Context(), 'PRAGMA data_version').scan(found)
      version = toString(found)
      return connection
    } catch {
      closeIgnoringErrors(connection)
      return null
    }
  })
  return version
}

/**
 * Returns the result of a read-only query: the stored one, if nothing was committed since it was computed, otherwise that of `compute`. `query` (SQL or a
 * name) and `params` are the key, so callers that may see different rows never share a result. The version is read before the query runs: a commit in
 * between makes the stored result outdated at once.
 */
export function getCachedQueryResult(app: CoreApp, query: string, params: QueryParams, compute: () => string): string {
  const version = readCommitVersion(app)
  if (!version) return compute()
  const hash = $security.sha256(JSON.stringify([query, params]))
  const entry = `shared result ${Number.parseInt(hash.slice(0, 8), 16) % maxResults}`
  const start = `${version} ${hash} `
  const stored = String(app.store().get(entry) ?? '')
  if (stored.startsWith(start)) return stored.slice(start.length)
  const result = compute()
  if (result.length <= maxLength) app.store().set(entry, start + result)
  return result
}
