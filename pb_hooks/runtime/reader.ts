import { getConnectionPool, type SqlConnection, type SqlStatement } from './connection-pool.ts'
import { isPooledVm } from './pool.ts'

export type QueryParams = Record<string, string | number>

/** Cache of a reading connection in KB (`connection-limits.ts`). */
export const readerCacheKb = 500

/**
 * Read connections that PocketBase shares among all calls (default 120), and one of the commit watcher. Calls look up their user with these connections
 * before they enter a virtual machine. With four or more besides the watcher's, 256 parallel reads would occupy too many virtual machines.
 */
export const sharedConnections = 3 + 1

/** Maximum prepared statements per virtual machine. */
const maxStatements = 24

interface Statement {
  stmt: SqlStatement
  /** Parameter names in the order of their values. */
  names: string[]
}

interface Reader {
  /** Key of the connection in the store. */
  id: string
  connection: SqlConnection
  statements: Map<string, Statement>
}

let reader: Reader | undefined

/**
 * Runs a query on this virtual machine's own connection and returns its single value as text. Returns `undefined` if it
 * has no connection: waiting for a shared connection would block the virtual machine, and PocketBase would build
 * further ones. Statements are prepared once, because preparing a list query takes as long as running it.
 */
export function queryValue(sql: string, params: QueryParams): string | undefined {
  reader ??= openReader()
  if (!reader) return undefined
  try {
    const { stmt, names } = prepare(reader, sql)
    const found = nullString()
    stmt.queryRow(...names.map((name) => params[name] ?? '')).scan(found)
    return toString(found)
  } catch {
    // Closes the connection, because it may be lost. The caller repeats the query on a shared connection, which reports
    // errors of the query.
    closeReader(reader)
    return undefined
  }
}

/**
 * Opens a connection if the virtual machine belongs to the pool. Others serve a single call and could not close the
 * connection afterwards.
 */
function openReader(): Reader | undefined {
  if (!isPooledVm()) return undefined
  const pool = getConnectionPool($app.concurrentDB())
  const id = $security.randomString(10)
  changeReaders((readers) => {
    readers[id] = null
  })
  const { inUse, maxOpenConnections } = pool.stats()
  // Opens none if a call took the additional connection, because waiting for another one has no timeout.
  if (inUse >= maxOpenConnections) {
    removeReader(id)
    return undefined
  }
  const connection = pool.conn(new Context())
  connection.execContext(new Context(), `PRAGMA cache_size = -${readerCacheKb}`)
  changeReaders((readers) => {
    readers[id] = connection
  })
  return { id, connection, statements: new Map() }
}

/** Connections of all virtual machines in the store, by a random key; `null` until open. */
type Readers = Record<string, SqlConnection | null>

/**
 * Changes the connections of virtual machines, and with their number the limit of connections. With a fixed limit, a crowd of calls that look up their
 * users would occupy the connections of virtual machines without a reader, which would then wait behind the crowd for each query.
 */
function changeReaders(change: (readers: Readers) => void) {
  $app.store().setFunc('readers', (known: Readers | null) => {
    const readers = known ?? {}
    change(readers)
    getConnectionPool($app.concurrentDB()).setMaxOpenConns(sharedConnections + Object.keys(readers).length)
    return readers
  })
}

const removeReader = (id: string) =>
  changeReaders((readers) => {
    delete readers[id]
  })

/** Frees the page caches of the connections of all virtual machines. */
export function freeReaderCaches() {
  let open: (SqlConnection | null)[] = []
  // Queries outside of `setFunc`, because a busy connection would block the store.
  changeReaders((readers) => {
    open = Object.values(readers)
  })
  for (const connection of open)
    try {
      connection?.execContext(new Context(), 'PRAGMA shrink_memory')
    } catch {
      // Ignores the error of a lost connection, which its virtual machine closes.
    }
}

/** Returns the connection to PocketBase's pool of connections. Ignores errors of a lost connection. */
function closeReader({ id, connection, statements }: Reader) {
  reader = undefined
  removeReader(id)
  for (const { stmt } of statements.values()) closeIgnoringErrors(stmt)
  closeIgnoringErrors(connection)
}

export function closeIgnoringErrors(open: { close(): void }) {
  try {
    open.close()
  } catch {
    // Ignores the error: a lost connection is already closed.
  }
}

function prepare({ connection, statements }: Reader, sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const [oldest] = statements
  if (oldest && statements.size >= maxStatements) {
    statements.delete(oldest[0])
    oldest[1].stmt.close()
  }
  const names: string[] = []
  const text = sql.replace(/\{:(\w+)\}/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  const statement = { stmt: connection.prepareContext(new Context(), text), names }
  statements.set(sql, statement)
  return statement
}
