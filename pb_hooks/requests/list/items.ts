import { type QueryParams, queryJson } from '../../lib/sql.ts'
import { buildDecidableQueryParams, type DecisionRights } from '../decision-rights.ts'
import { booleanRequestColumns, requestItemColumns } from './columns.ts'

const names = Object.keys(requestItemColumns)
const selected = Object.entries(requestItemColumns).map(([name, sql]) => `${sql} AS "${name}"`)
const properties = names.map((name) => `'${name}', ${name in booleanRequestColumns ? `json("${name}")` : `"${name}"`}`)

/** Returns `RequestItem[]` as JSON for a query of row ids (`position`), in its order or reversed. */
export function buildRequestItemsJson(
  app: CoreApp,
  powers: DecisionRights,
  ids: string,
  params: QueryParams,
  isReversed = false,
): string {
  return queryJson(
    app,
    `SELECT ${selected.join(', ')}
     FROM (SELECT position, row_number() OVER () AS place FROM (${ids})) AS wanted
     CROSS JOIN requests ON requests.serial = wanted.position
     JOIN formats ON formats.id = requests.format
     JOIN users ON users.id = requests.owner
     LEFT JOIN batches ON batches.id = requests.batch
     ORDER BY wanted.place ${isReversed ? 'DESC' : 'ASC'}`,
    { ...params, ...buildDecidableQueryParams(powers) },
    properties.join(', '),
  )
}
