/** A table that follows the requests: what it holds and should not, what it lacks, and how that is put right. */
export interface Followed {
  name: string
  /** What both compare with, so that it is counted once. */
  recounted?: string
  surplus: string
  missing: string
  mend: string[]
}

/** A table that holds exactly what the recount says. */
export function asRecounted(name: string, key: string, recount: string, kept = `SELECT * FROM ${name}`): Followed {
  const recounted = `WITH recounted AS MATERIALIZED (${recount})`
  const [surplus, missing] = [`${kept} EXCEPT SELECT * FROM recounted`, `SELECT * FROM recounted EXCEPT ${kept}`]
  const mend = [
    `${recounted} DELETE FROM ${name} WHERE (${key}) IN (SELECT ${key} FROM (${surplus}))`,
    `${recounted} INSERT OR REPLACE INTO ${name} ${missing}`,
  ]
  return { name, recounted, surplus, missing, mend }
}

export const noRows = 'SELECT 1 WHERE FALSE'

/** A table that may hold more than is needed now. */
export function atLeast(name: string, columns: string, missing: string): Followed {
  return { name, surplus: noRows, missing, mend: [`INSERT OR IGNORE INTO ${name} (${columns}) ${missing}`] }
}
