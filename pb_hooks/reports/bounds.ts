import { type Params, row, rows } from '../lib/sql.ts'

/** The instants that a period begins and ends with, and a format, or none for all. */
export interface Bounds extends Params {
  first: string
  next: string
  format: string
}

/** What was decided then, as a condition. */
export const inPeriod = ({ format }: Bounds) =>
  `decidedAt >= {:first} AND decidedAt < {:next} ${format && 'AND format = {:format}'}`

/** Whether a period has so much of all that was decided that reading all of it in order takes less than ordering what it has. */
export function isLong(app: CoreApp, bounds: Bounds): boolean {
  const sql = `SELECT (SELECT count(*) FROM reported_decisions NOT INDEXED WHERE ${inPeriod({ ...bounds, format: '' })}) * 6 >
    (SELECT count(*) FROM reported_decisions) AS n`
  return row(app, sql, bounds, { n: 0 })?.n === 1
}

export function namesOfPeople(app: CoreApp, ids: readonly string[]): Map<string, string> {
  const sql = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  return new Map(rows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' }).map(({ id, name }) => [id, name]))
}
