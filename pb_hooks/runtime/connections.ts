/** Go's `sql.DB` and `sql.Conn`, of which the types tell nothing. */
export interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  setConnMaxIdleTime(nanoseconds: number): void
  conn(context: Context): { execContext(context: Context, sql: string): void; close(): void }
  stats(): { inUse: number }
}

export function poolOf(database: unknown): ConnectionPool {
  return (database as { db(): ConnectionPool }).db()
}

/** Milliseconds: how often it is looked whether they are done, and after how many it goes on however many still come. */
const pause = 4
const patience = 60

/**
 * Between the portions of a long piece of work: who waits to write comes first. Go draws lots among those who wait for its one connection, and work that
 * asks for it again at once would win as often as everybody else.
 */
export function yieldToWriters(app: CoreApp) {
  const writers = poolOf(app.nonconcurrentDB())
  for (let waited = 0; waited < patience && writers.stats().inUse; waited += pause) sleep(pause)
}
