const columns = ['triedAt', 'leftOutAt']
const before = "webhook_deliveries (due) WHERE status = 'waiting'"

// Of each address what waits is found, counted and taken in its order, and what was told is forgotten, each by an index of its own.
migrate(
  (app) => {
    for (const sql of [
      ...columns.map((name) => `ALTER TABLE webhooks ADD COLUMN ${name} TEXT NOT NULL DEFAULT ''`),
      "CREATE INDEX idx_webhook_deliveries_waiting ON webhook_deliveries (webhook, due) WHERE status = 'waiting'",
      "CREATE INDEX idx_webhook_deliveries_told ON webhook_deliveries (webhook, created) WHERE status != 'waiting'",
      'DROP INDEX idx_webhook_deliveries_due',
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const sql of [
      `CREATE INDEX idx_webhook_deliveries_due ON ${before}`,
      'DROP INDEX idx_webhook_deliveries_told',
      'DROP INDEX idx_webhook_deliveries_waiting',
      ...columns.map((name) => `ALTER TABLE webhooks DROP COLUMN ${name}`),
    ])
      app.db().newQuery(sql).execute()
  },
)
