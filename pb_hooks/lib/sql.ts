import { type Params, queryValue } from '../runtime/reader.ts'

export type { Params }

type Shape = Record<string, string | number>

/** The rows of a query as plain objects of the given shape, whose values only tell the types. */
export function rows<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S[] {
  if (!/^\s*(SELECT|WITH)\b/i.test(sql)) return returned(app, sql, params, shape)
  return JSON.parse(rowsAsJson(app, sql, params, shape)) as S[]
}

/** The rows of a query as one text: each value that crosses from Go by itself is a slow call. */
export function rowsAsJson(app: CoreApp, sql: string, params: Params, shape: Shape): string {
  return json(app, sql, params, propertiesOf(Object.keys(shape)))
}

/** Columns as properties of an object: what SQL's `json_object` is given. */
export function propertiesOf(columns: string[]): string {
  return columns.map((name) => `'${name}', "${name}"`).join(', ')
}

/** As `rowsAsJson`, where what the objects are made of is known beforehand. */
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

/** What a statement gives back row by row, also an `INSERT … RETURNING`; a NULL does not fit. */
function returned<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S[] {
  const found = arrayOf(new DynamicModel(shape)) as unknown as S[]
  app.db().newQuery(sql).bind(params).all(found)
  return found
}
