/** Subset of Go's `sql.DB` and `sql.Conn`, which PocketBase's types omit. */
export interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  setConnMaxIdleTime(nanoseconds: number): void
  conn(context: Context): SqlConnection
  stats(): { inUse: number; idle: number; maxOpenConnections: number }
}

export function getConnectionPool(database: unknown): ConnectionPool {
  return (database as { db(): ConnectionPool }).db()
}

/** Subset of Go's `sql.Conn` and `sql.Stmt`, which PocketBase's types omit. */
export interface SqlConnection {
  execContext(context: Context, sql: string): void
  queryRowContext(context: Context, sql: string): { scan(into: unknown): void }
  prepareContext(context: Context, sql: string): SqlStatement
  close(): void
}
export interface SqlStatement {
  queryRow(...values: (string | number)[]): { scan(into: unknown): void }
  close(): void
}
