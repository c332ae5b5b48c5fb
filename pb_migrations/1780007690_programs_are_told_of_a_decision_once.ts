// A decision of thousands is written part by part: the message of all of it waits, under its name, until the last part is there.
migrate(
  (app) => {
    for (const sql of [
      "ALTER TABLE webhook_deliveries ADD COLUMN gathers TEXT NOT NULL DEFAULT ''",
      "CREATE INDEX idx_webhook_deliveries_gathering ON webhook_deliveries (gathers, webhook) WHERE gathers != ''",
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const sql of [
      'DROP INDEX idx_webhook_deliveries_gathering',
      'ALTER TABLE webhook_deliveries DROP COLUMN gathers',
    ])
      app.db().newQuery(sql).execute()
  },
)
