// What a decision filled with it, with what was there before: undoing the decision restores it.
migrate(
  (app) => {
    app.db().newQuery("ALTER TABLE undoable ADD COLUMN filled TEXT NOT NULL DEFAULT ''").execute()
  },
  (app) => {
    app.db().newQuery('ALTER TABLE undoable DROP COLUMN filled').execute()
  },
)
