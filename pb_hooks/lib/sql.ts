import { type Params, queryValue } from '../runtime/reader.ts'

export type { Params }

type Shape = Record<string, string | number>

/** Returns the rows of a query as objects. The values in `shape` define only the column types. */
export function rows<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S[] {
  if (!/^\s*(SELECT|WITH)\b/i.test(sql)) return returned(app, sql, params, shape)
  return JSON.parse(rowsAsJson(app, sql, params, shape)) as S[]
}

/** Returns the rows of a query as JSON text, because each value passed from Go separately is a slow call. */
export function rowsAsJson(app: CoreApp, sql: string, params: Params, shape: Shape): string {
  return json(app, sql, params, propertiesOf(Object.keys(shape)))
}

/** Returns the arguments of SQL's `json_object` for columns: `id` → `'id', "id"`. */
export function propertiesOf(columns: string[]): string {
  return columns.map((name) => `'${name}', "${name}"`).join(', ')
}

/** Returns rows as JSON like `rowsAsJson`, with prepared `json_object` arguments. */
export function json(app: CoreApp, sql: string, params: Params, properties: string): string {
  const whole = `SELECT json_group_array(json_object(${properties})) AS found FROM (${sql})`
  const found = app.isTransactional() ? undefined : queryValue(whole, params)
  return found ?? returned(app, whole, params, { found: '' })[0]?.found ?? '[]'
}

export function row<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S | undefined {
  return rows(app, sql, params, shape)[0]
}

export function run(app: CoreApp, sql: string, params: Params) {
  app.db().newQuery(sql).bind(params).execute()
}

/** Returns the rows of any statement, such as `INSERT … RETURNING`. NULL values are not supported. */
function returned<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S[] {
  const found = arrayOf(new DynamicModel(shape)) as unknown as S[]
  app.db().newQuery(sql).bind(params).all(found)
  return found
}
