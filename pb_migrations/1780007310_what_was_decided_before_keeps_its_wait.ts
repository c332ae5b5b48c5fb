// Undoing writes back when a request was decided before, and how long that had waited stays known.
const trigger = 'requests_are_decided'
const [written, kept] = ['INSERT OR REPLACE INTO reported_decisions', 'INSERT OR IGNORE INTO reported_decisions']

function rewrite(app: CoreApp, from: string, to: string) {
  const model = new DynamicModel({ sql: '' })
  app.db().newQuery(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = '${trigger}'`).one(model)
  const { sql } = model as unknown as { sql: string }
  if (!sql.includes(from)) throw new Error(`the trigger ${trigger} is another one`)
  app.db().newQuery(`DROP TRIGGER ${trigger}`).execute()
  app.db().newQuery(sql.replace(from, to)).execute()
}

migrate(
  (app) => rewrite(app, written, kept),
  (app) => rewrite(app, kept, written),
)
