import { queryRow } from '../lib/sql.ts'

const sql = `SELECT
  (SELECT count(*) FROM requests WHERE documentStatus = 'pending') AS documents,
  (SELECT count(*) FROM requests WHERE documentStatus = 'failed') AS failedDocuments,
  (SELECT count(*) FROM batches WHERE status IN ('processing', 'interrupted')) AS batches,
  (SELECT count(*) FROM outgoing_mails) + (SELECT count(*) FROM decision_mails) + (SELECT count(*) FROM delivery_mails) AS mails,
  (SELECT count(*) FROM webhook_deliveries WHERE status = 'waiting') AS webhooks`

const empty = { documents: 0, failedDocuments: 0, batches: 0, mails: 0, webhooks: 0 }

export const getQueueLengths = (app: CoreApp): typeof empty => queryRow(app, sql, {}, empty) ?? empty
