export type Params = Record<string, string | number>

/** So many statements each keeps ready. */
const mostStatements = 24

interface Statement {
  stmt: SqlStatement
  /** The parameters in the order in which their values are wanted. */
  names: string[]
}

interface Reader {
  connection: SqlConnection
  statements: Map<string, Statement>
}

// Of this virtual machine.
let reader: Reader | undefined

/**
 * The one value of a query, as text; undefined where this virtual machine does not read by itself.
 * Who waits for a shared connection keeps his virtual machine from others, until all are taken and a new one is built for each call;
 * and to prepare the statement of a list takes as long as to run it.
 */
export function valueFrom(sql: string, params: Params): string | undefined {
  reader ??= newReader()
  if (!reader) return undefined
  try {
    const { stmt, names } = prepared(reader, sql)
    const found = nullString()
    stmt.queryRow(...names.map((name) => params[name] ?? '')).scan(found)
    return toString(found)
  } catch {
    // A connection may have been lost; a mistake in the query shows again where it is asked next.
    leave(reader)
    return undefined
  }
}

/** None for a machine that was built for one call: its connection would be lost with it. */
function newReader(): Reader | undefined {
  if (!globalThis.isFromPool) return undefined
  const pool = $app.concurrentDB() as unknown as { db(): { conn(context: Context): SqlConnection } }
  const connection = pool.db().conn(new Context())
  return { connection, statements: new Map() }
}

/** Whatever a lost connection still refuses, it is given back: there are only so many. */
function leave({ connection, statements }: Reader) {
  reader = undefined
  for (const { stmt } of statements.values()) closeIfPossible(stmt)
  closeIfPossible(connection)
}

function closeIfPossible(open: { close(): void }) {
  try {
    open.close()
  } catch {
    // What was lost is closed already.
  }
}

function prepared({ connection, statements }: Reader, sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const [oldest] = statements
  if (oldest && statements.size >= mostStatements) {
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

/** Go's `sql.Conn` and `sql.Stmt`, of which the types tell nothing. */
interface SqlConnection {
  prepareContext(context: Context, sql: string): SqlStatement
  close(): void
}
interface SqlStatement {
  queryRow(...values: (string | number)[]): { scan(into: unknown): void }
  close(): void
}
