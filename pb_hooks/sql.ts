type Shape = Record<string, string | number>
export type Params = Record<string, string | number>

/** The rows of a query as objects of the given shape, whose values only tell the types; a NULL does not fit. */
export function rows<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S[] {
  const found = arrayOf(new DynamicModel(shape)) as unknown as S[]
  app.db().newQuery(sql).bind(params).all(found)
  return found
}

export function row<S extends Shape>(app: CoreApp, sql: string, params: Params, shape: S): S | undefined {
  return rows(app, sql, params, shape)[0]
}

export function run(app: CoreApp, sql: string, params: Params) {
  app.db().newQuery(sql).bind(params).execute()
}
