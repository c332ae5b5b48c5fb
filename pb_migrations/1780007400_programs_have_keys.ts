// What opens the door for programs; of the secret its hash. A plain table: no record call reaches it.
migrate(
  (app) => {
    for (const sql of [
      `CREATE TABLE api_keys (
         id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL, user TEXT NOT NULL,
         scopes TEXT NOT NULL, expires TEXT NOT NULL, createdBy TEXT NOT NULL, created TEXT NOT NULL,
         revoked TEXT NOT NULL DEFAULT '', lastUsed TEXT NOT NULL DEFAULT '')`,
    ])
      app.db().newQuery(sql).execute()
    const events = app.findCollectionByNameOrId('events')
    const subject = events.fields.getByName('subject') as unknown as { values: string[] }
    subject.values = [...subject.values, 'keys']
    app.save(events)
    // As many as all other calls together.
    const settings = app.settings()
    const limit = { label: '/key/', audience: '', maxRequests: 6000, duration: 10 }
    settings.rateLimits.rules = [...(settings.rateLimits.rules ?? []), limit] as core.RateLimitRule[]
    app.save(settings)
  },
  (app) => {
    const settings = app.settings()
    settings.rateLimits.rules = (settings.rateLimits.rules ?? []).filter((rule) => rule?.label !== '/key/')
    app.save(settings)
    app.db().newQuery("DELETE FROM events WHERE subject = 'keys'").execute()
    const events = app.findCollectionByNameOrId('events')
    const subject = events.fields.getByName('subject') as unknown as { values: string[] }
    subject.values = subject.values.filter((value) => value !== 'keys')
    app.save(events)
    app.db().newQuery('DROP TABLE api_keys').execute()
  },
)
