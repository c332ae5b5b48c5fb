export type QueryParams = Record<string, string | number>

type RowShape = Record<string, string | number>

/** Returns the rows of a query as objects. The values in `columnTypes` define only the column types. */
export function queryRows<S extends RowShape>(app: CoreApp, sql: string, params: QueryParams, columnTypes: S): S[] {
  if (!/^\s*(SELECT|WITH)\b/i.test(sql)) return fetchRows(app, sql, params, columnTypes)
  return JSON.parse(queryRowsAsJson(app, sql, params, columnTypes)) as S[]
}

/** Returns the rows of a query as JSON text. Passing each value from Go separately would be slow. */
export function queryRowsAsJson(app: CoreApp, sql: string, params: QueryParams, columnTypes: RowShape): string {
  return queryJson(app, sql, params, formatJsonObjectArguments(Object.keys(columnTypes)))
}

/** Returns the arguments of SQL's `json_object` for columns: `id` → `'id', "id"`. */
export function formatJsonObjectArguments(columns: string[]): string {
  return columns.map((name) => `'${name}', "${name}"`).join(', ')
}

/** Returns the rows of a query as a JSON array of objects. `properties`: arguments of SQL's `json_object`, e.g. `'id', "id"`. */
export function queryJson(app: CoreApp, sql: string, params: QueryParams, properties: string): string {
  const jsonQuery = `SELECT json_group_array(json_object(${properties})) FROM (${sql})`
  return engine.queryText(app.isTransactional() ? app.db() : null, jsonQuery, params)
}

export function queryRow<S extends RowShape>(
  app: CoreApp,
  sql: string,
  params: QueryParams,
  columnTypes: S,
): S | undefined {
  return queryRows(app, sql, params, columnTypes)[0]
}

export function executeSql(app: CoreApp, sql: string, params: QueryParams) {
  app.db().newQuery(sql).bind(params).execute()
}

/** Returns the rows of any statement, such as `INSERT … RETURNING`. NULL values are not supported. */
function fetchRows<S extends RowShape>(app: CoreApp, sql: string, params: QueryParams, columnTypes: S): S[] {
  const found = arrayOf(new DynamicModel(columnTypes)) as unknown as S[]
  app.db().newQuery(sql).bind(params).all(found)
  return found
}
