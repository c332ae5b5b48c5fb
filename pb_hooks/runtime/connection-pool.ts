import type { SqlConnection } from './reader.ts'

/** Subset of Go's `sql.DB` and `sql.Conn`, which PocketBase's types omit. */
export interface ConnectionPool {
  setMaxOpenConns(count: number): void
  setMaxIdleConns(count: number): void
  setConnMaxIdleTime(nanoseconds: number): void
  conn(context: Context): SqlConnection
  stats(): { inUse: number; idle: number }
}

export function getConnectionPool(database: unknown): ConnectionPool {
  return (database as { db(): ConnectionPool }).db()
}
