// Who is told that a document became final is told something else than who is told of the approval; what waits now was decided before that.
migrate(
  (app) => {
    app.db().newQuery("ALTER TABLE decisions_to_tell ADD COLUMN step TEXT NOT NULL DEFAULT ''").execute()
  },
  (app) => {
    app.db().newQuery('ALTER TABLE decisions_to_tell DROP COLUMN step').execute()
  },
)
