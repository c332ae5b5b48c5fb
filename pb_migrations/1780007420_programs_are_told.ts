function tell(app: CoreApp, change: (subjects: string[]) => string[]) {
  const events = app.findCollectionByNameOrId('events')
  const subject = events.fields.getByName('subject') as SelectField
  subject.values = change([...subject.values])
  app.save(events)
}

// Addresses of other programs, what they are still to be told, and how each try went. Plain tables: no record call reaches them.
migrate(
  (app) => {
    for (const sql of [
      `CREATE TABLE webhooks (
         id TEXT PRIMARY KEY, url TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL, createdBy TEXT NOT NULL, created TEXT NOT NULL,
         failingSince TEXT NOT NULL DEFAULT '', paused TEXT NOT NULL DEFAULT '')`,
      `CREATE TABLE webhook_deliveries (
         id TEXT PRIMARY KEY, webhook TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE, event TEXT NOT NULL, body TEXT NOT NULL,
         created TEXT NOT NULL, due TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0, status TEXT NOT NULL DEFAULT 'waiting')`,
      "CREATE INDEX idx_webhook_deliveries_due ON webhook_deliveries (due) WHERE status = 'waiting'",
      'CREATE INDEX idx_webhook_deliveries_webhook ON webhook_deliveries (webhook, created)',
      `CREATE TABLE webhook_tries (
         delivery TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE, at TEXT NOT NULL, status INTEGER NOT NULL,
         error TEXT NOT NULL, answer TEXT NOT NULL)`,
      'CREATE INDEX idx_webhook_tries_delivery ON webhook_tries (delivery)',
    ])
      app.db().newQuery(sql).execute()
    tell(app, (subjects) => [...subjects, 'webhooks'])
  },
  (app) => {
    app.db().newQuery("DELETE FROM events WHERE subject = 'webhooks'").execute()
    tell(app, (subjects) => subjects.filter((each) => each !== 'webhooks'))
    for (const table of ['webhook_tries', 'webhook_deliveries', 'webhooks'])
      app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
