/**
 * Does work that changes the columns of `requests`. PocketBase 0.40.4 takes all views away while it adds a column, and
 * SQLite then refuses to rename one while a trigger names a view that is not there.
 */
export function withoutTriggers(app: CoreApp, work: () => void) {
  const shape = { name: '', sql: '' }
  const found = arrayOf(new DynamicModel(shape)) as unknown as (typeof shape)[]
  app
    .db()
    .newQuery("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND sql LIKE '%request_words%'")
    .all(found)
  const triggers = [...found].map(({ name, sql }) => ({ name, sql }))
  for (const { name } of triggers) app.db().newQuery(`DROP TRIGGER ${name}`).execute()
  work()
  for (const { sql } of triggers) app.db().newQuery(sql).execute()
}
