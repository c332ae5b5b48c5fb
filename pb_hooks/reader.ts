import type { Params } from './sql.ts'

/** So many virtual machines read with a connection of their own; the others share the engine's. */
const mostReaders = 16
/** So many statements each keeps prepared. */
const mostStatements = 24

interface Statement {
  stmt: SqlStmt
  /** The names of its parameters, in the order of their values. */
  names: string[]
}

interface Reader {
  conn: SqlConn
  statements: Map<string, Statement>
}

// Of this virtual machine.
let calls = 0
let reader: Reader | undefined

/**
 * The first column of the first row as text, undefined where there is none.
 * A virtual machine that waits for one of the engine's shared connections is missing elsewhere, and preparing a list's statement takes as long
 * as running it: so each keeps a connection and its statements. A machine made for one call alone gets none.
 */
export function textFrom(sql: string, params: Params): string | undefined {
  reader ??= readerFor(calls++)
  if (!reader) return undefined
  const { stmt, names } = prepared(reader, sql)
  const found = nullString()
  stmt.queryRow(...names.map((name) => params[name] ?? '')).scan(found)
  return toString(found)
}

function readerFor(earlierCalls: number): Reader | undefined {
  const readers = Number($app.store().get('readers') ?? 0)
  if (earlierCalls === 0 || readers >= mostReaders) return undefined
  $app.store().set('readers', readers + 1)
  const pool = ($app.concurrentDB() as unknown as { db(): SqlPool }).db()
  const conn = pool.conn(new Context())
  conn.execContext(new Context(), 'PRAGMA cache_size=-2000')
  return { conn, statements: new Map() }
}

function prepared({ conn, statements }: Reader, sql: string): Statement {
  const known = statements.get(sql)
  if (known) return known
  const [oldest] = statements
  if (statements.size >= mostStatements && oldest) {
    statements.delete(oldest[0])
    oldest[1].stmt.close()
  }
  const names: string[] = []
  const text = sql.replace(/\{:(\w+)\}/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `?${names.indexOf(name) + 1}`
  })
  const made = { stmt: conn.prepareContext(new Context(), text), names }
  statements.set(sql, made)
  return made
}

interface SqlPool {
  conn(context: Context): SqlConn
}
interface SqlConn {
  execContext(context: Context, sql: string): unknown
  prepareContext(context: Context, sql: string): SqlStmt
}
interface SqlStmt {
  queryRow(...values: (string | number)[]): { scan(into: unknown): void }
  close(): void
}
