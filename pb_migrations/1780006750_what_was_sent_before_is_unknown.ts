const run = (app: CoreApp, sql: string) => app.db().newQuery(sql).execute()

// What was sent before revisions were kept is lost where it may have been written over: one row without values says so for that and all before it.
migrate(
  (app) => {
    run(
      app,
      `INSERT OR IGNORE INTO request_revisions (id, request, revision, "values", submittedAt, created, updated)
       SELECT substr(lower(hex(randomblob(8))), 2), id, iif(status = 'returned', revision, revision - 1), NULL, '',
         strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ')
       FROM requests WHERE status = 'returned' OR revision > 0`,
    )
  },
  (app) => {
    run(app, 'DELETE FROM request_revisions WHERE "values" IS NULL')
  },
)
