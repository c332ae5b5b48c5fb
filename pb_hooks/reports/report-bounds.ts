import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'

/** Start and end (exclusive) of a period as stored times, and a format; '' for all formats. */
export interface ReportBounds extends QueryParams {
  first: string
  next: string
  format: string
}

export const buildPeriodCondition = ({ format }: ReportBounds) =>
  `decidedAt >= {:first} AND decidedAt < {:next} ${format && 'AND format = {:format}'}`

/** Returns whether a period contains over a sixth of all decisions. Reading all decisions in index order is then faster than sorting those of the period. */
export function isLongPeriod(app: CoreApp, bounds: ReportBounds): boolean {
  const sql = `SELECT (SELECT count(*) FROM reported_decisions NOT INDEXED WHERE ${buildPeriodCondition({ ...bounds, format: '' })}) * 6 >
    (SELECT count(*) FROM reported_decisions) AS n`
  return queryRow(app, sql, bounds, { n: 0 })?.n === 1
}

export function findUserNames(app: CoreApp, ids: readonly string[]): Map<string, string> {
  const sql = 'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each({:ids}))'
  return new Map(
    queryRows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' }).map(({ id, name }) => [id, name]),
  )
}
