// Whose seats somebody filled who decided a step of a route: taken back, they are free again.
migrate(
  (app) => {
    app.db().newQuery("ALTER TABLE undoable ADD COLUMN holders TEXT NOT NULL DEFAULT '[]'").execute()
  },
  (app) => {
    const held = new DynamicModel({ n: 0 })
    app.db().newQuery("SELECT count(*) AS n FROM undoable WHERE holders != '[]'").one(held)
    // Nobody would tell those who decide next.
    if ((held as unknown as { n: number }).n) throw new Error('decisions can still be undone: wait some seconds')
    app.db().newQuery('ALTER TABLE undoable DROP COLUMN holders').execute()
  },
)
