import { isPooledVm } from './pool.ts'

export type Params = Record<string, string | number>

/** Prepared statements that each virtual machine holds. */
const maxStatements = 24

interface Statement {
  stmt: SqlStatement
  /** Names of the parameters, in the order of their values. */
  names: string[]
}

interface Reader {
  connection: SqlConnection
  statements: Map<string, Statement>
}

/** Connection of this virtual machine. */
let reader: Reader | undefined

/**
 * Returns the only value of a query, as text; undefined if this virtual machine has no connection of its own. A call that waits for a shared connection holds its
 * virtual machine, until all are taken and a new one is built for each call. Preparing the statement of a list takes as long as running it.
 */
export function queryValue(sql: string, params: Params): string | undefined {
  reader ??= openReader()
  if (!reader) return undefined
  try {
    const { stmt, names } = prepare(reader, sql)
    const found = nullString()
    stmt.queryRow(...names.map((name) => params[name] ?? '')).scan(found)
    return toString(found)
  } catch {
    // The connection may be lost. An error in the query shows again when it is run on a shared connection.
    closeReader(reader)
    return undefined
  }
}

/** Opens no connection in a virtual machine that was built for one call, because it would be lost with it. */
function openReader(): Reader | undefined {
  if (!isPooledVm()) return undefined
  const pool = $app.concurrentDB() as unknown as { db(): { conn(context: Context): SqlConnection } }
  const connection = pool.db().conn(new Context())
  return { connection, statements: new Map() }
}

/** Returns the connection to the pool, whatever a lost one still refuses: their number is limited. */
function closeReader({ connection, statements }: Reader) {
  reader = undefined
  for (const { stmt } of statements.values()) closeIfPossible(stmt)
  closeIfPossible(connection)
}

function closeIfPossible(open: { close(): void }) {
  try {
    open.close()
  } catch {
    // A lost one is closed already.
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

/** Go's `sql.Conn` and `sql.Stmt`, which PocketBase's types omit. */
interface SqlConnection {
  prepareContext(context: Context, sql: string): SqlStatement
  close(): void
}
interface SqlStatement {
  queryRow(...values: (string | number)[]): { scan(into: unknown): void }
  close(): void
}
