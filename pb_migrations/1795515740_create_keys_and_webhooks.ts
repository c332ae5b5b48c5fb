import { runStatements } from './schema.ts'

// Plain tables, which PocketBase's record API cannot access.
migrate((app) => {
  runStatements(
    app,
    // `hash`: SHA-256 of the secret. `confirmed`: time at which the account owner confirmed the key.
    `CREATE TABLE api_keys (id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE COLLATE NOCASE, hash TEXT NOT NULL UNIQUE, hint TEXT NOT NULL,
       user TEXT NOT NULL, scopes TEXT NOT NULL, expires TEXT NOT NULL, createdBy TEXT NOT NULL, created TEXT NOT NULL,
       revoked TEXT NOT NULL DEFAULT '', lastUsed TEXT NOT NULL DEFAULT '', confirmed TEXT NOT NULL DEFAULT '')`,
    `CREATE TABLE webhooks (id TEXT PRIMARY KEY, url TEXT NOT NULL, events TEXT NOT NULL, secret TEXT NOT NULL, createdBy TEXT NOT NULL,
       created TEXT NOT NULL, failingSince TEXT NOT NULL DEFAULT '', paused TEXT NOT NULL DEFAULT '', attemptedAt TEXT NOT NULL DEFAULT '',
       droppedAt TEXT NOT NULL DEFAULT '')`,
    // `groupKey`: decision that is still adding requests to the message.
    `CREATE TABLE webhook_deliveries (id TEXT PRIMARY KEY, webhook TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
       event TEXT NOT NULL, body TEXT NOT NULL, created TEXT NOT NULL, due TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,
       status TEXT NOT NULL DEFAULT 'waiting', groupKey TEXT NOT NULL DEFAULT '')`,
    'CREATE INDEX idx_webhook_deliveries_webhook ON webhook_deliveries (webhook, created)',
    "CREATE INDEX idx_webhook_deliveries_waiting ON webhook_deliveries (webhook, due) WHERE status = 'waiting'",
    "CREATE INDEX idx_webhook_deliveries_finished ON webhook_deliveries (webhook, created) WHERE status != 'waiting'",
    "CREATE INDEX idx_webhook_deliveries_group ON webhook_deliveries (groupKey, webhook) WHERE groupKey != ''",
    `CREATE TABLE webhook_attempts (delivery TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE, at TEXT NOT NULL,
       status INTEGER NOT NULL, error TEXT NOT NULL, answer TEXT NOT NULL)`,
    'CREATE INDEX idx_webhook_attempts_delivery ON webhook_attempts (delivery)',
  )
})
