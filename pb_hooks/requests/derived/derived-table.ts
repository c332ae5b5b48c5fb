export interface DerivedTable {
  name: string
  /** `WITH` clause that both comparisons share, so that the recount runs once. */
  recounted?: string
  /** Query for rows that the table should not have. */
  surplus: string
  missing: string
  repair: string[]
}

/** Defines a derived table. The nightly check compares it with the result of the SQL query `recount`. */
export function defineRebuiltTable(
  name: string,
  key: string,
  recount: string,
  current = `SELECT * FROM ${name}`,
): DerivedTable {
  const recounted = `WITH recounted AS MATERIALIZED (${recount})`
  const surplus = `${current} EXCEPT SELECT * FROM recounted`
  const missing = `SELECT * FROM recounted EXCEPT ${current}`
  const repair = [
    `${recounted} DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM (${surplus}))`,
    `${recounted} INSERT OR REPLACE INTO ${name} ${missing}`,
  ]
  return { name, recounted, surplus, missing, repair }
}

export const emptyResultQuery = 'SELECT 1 WHERE FALSE'

/** Builds a table that must contain the rows of query `missing`, but may contain more. */
export function defineSupersetTable(name: string, columns: string, missing: string): DerivedTable {
  return { name, surplus: emptyResultQuery, missing, repair: [`INSERT OR IGNORE INTO ${name} (${columns}) ${missing}`] }
}
