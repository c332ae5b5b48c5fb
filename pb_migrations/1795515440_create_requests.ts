import {
  activeUserRule,
  adminCondition,
  createCollection,
  field,
  findCollection,
  requiredOption,
  runStatements,
} from './schema.ts'

const isOwner = 'owner = @request.auth.id'
const canRead = `${activeUserRule} && (${isOwner} || ${adminCondition})`
const canReadRows = `${activeUserRule} && (batch.owner = @request.auth.id || ${adminCondition})`
const ofFormat = ['format.', 'formatVersion.']

/**
 * Fields that only the server writes. `owner` is listed too, because PocketBase evaluates the rule on the changed
 * record.
 */
const serverFields =
  `number formatVersion batch row status summary idDocument amount revision reviewer reason submittedAt decidedAt document
  documentNumber documentStatus documentError documentLease owner letterhead documentErrorDetails signers finality annulledAt
  documentKind documentHash documentSeal checkCode step dueAt managed manager privacy`.split(/\s+/)
const areUnset = serverFields.map((name) => `@request.body.${name}:isset = false`).join(' && ')
const batchStatuses = 'loaded fixing ready processing completed completed_with_pending interrupted cancelled'.split(' ')
const kind = "iif(`annulledAt` = '', `finality`, 'annulled')"

function createBatches(app: CoreApp): core.Collection {
  return createCollection(app, 'batches', {
    listRule: canRead,
    limits: { without: ofFormat },
    viewRule: canRead,
    fields: [
      field.text('number', 20, requiredOption),
      field.relation('format', findCollection(app, 'formats'), requiredOption),
      field.relation('formatVersion', findCollection(app, 'format_versions'), requiredOption),
      field.relation('owner', findCollection(app, 'users'), requiredOption),
      field.relation('sender', findCollection(app, 'users')),
      field.text('fileName', 255, requiredOption),
      field.text('fileHash', 64, { required: true, pattern: '^[0-9a-f]{64}$' }),
      field.select('status', batchStatuses, requiredOption),
      field.count('total', { max: 100000 }),
      field.count('createdCount'),
      field.count('errorCount'),
      field.count('discardedCount'),
      field.count('bytes', { hidden: true }),
      // Keys of fields that are filled from a list of the organisation.
      field.json('joined', 20000),
      field.date('startedAt'),
      field.date('finishedAt'),
      // Lease in Unix seconds: until then one worker holds the batch; afterwards any worker may take it.
      field.integer('lease', { hidden: true }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_batches_number` ON `batches` (`number`)',
      'CREATE INDEX `idx_batches_owner` ON `batches` (`owner`, `created`)',
      'CREATE INDEX `idx_batches_status` ON `batches` (`status`, `created`)',
      'CREATE INDEX `idx_batches_file` ON `batches` (`fileHash`, `format`)',
      'CREATE INDEX `idx_batches_created` ON `batches` (`created`)',
    ],
  })
}

const requestIndexes = [
  // Unique among requests with a number; orders all requests by number.
  "CREATE UNIQUE INDEX `idx_requests_number` ON `requests` (`number`, iif(`number` = '', `id`, ''))",
  "CREATE UNIQUE INDEX `idx_requests_documentNumber` ON `requests` (`documentNumber`) WHERE `documentNumber` != ''",
  "CREATE UNIQUE INDEX `idx_requests_checkCode` ON `requests` (`checkCode`) WHERE `checkCode` != ''",
  "CREATE UNIQUE INDEX `idx_requests_row` ON `requests` (`batch`, `row`) WHERE `batch` != ''",
  "CREATE INDEX `idx_requests_batch` ON `requests` (`batch`, `created`, `status`) WHERE `batch` != ''",
  "CREATE INDEX `idx_requests_document` ON `requests` (`documentStatus`, `documentLease`) WHERE `documentStatus` = 'pending' OR `documentStatus` = 'failed'",
  'CREATE INDEX `idx_requests_created` ON `requests` (`created`)',
  'CREATE INDEX `idx_requests_status` ON `requests` (`status`, `created`)',
  'CREATE INDEX `idx_requests_owner` ON `requests` (`owner`, `created`)',
  'CREATE INDEX `idx_requests_owner_status` ON `requests` (`owner`, `status`, `created`)',
  'CREATE INDEX `idx_requests_format` ON `requests` (`format`, `created`, `status`)',
  'CREATE INDEX `idx_requests_queue` ON `requests` (`status`, `submittedAt`)',
  'CREATE INDEX `idx_requests_submittedAt` ON `requests` (`submittedAt`)',
  'CREATE INDEX `idx_requests_decidedAt` ON `requests` (`decidedAt`)',
  // Covering index: includes the filter columns of lists, so that a scan in this order reads no request rows.
  'CREATE INDEX `idx_requests_summary` ON `requests` (`summary`, `owner`, `format`)',
  `CREATE INDEX \`idx_requests_kind\` ON \`requests\` (${kind}, \`created\`) WHERE \`finality\` != ''`,
  `CREATE INDEX \`idx_requests_owner_kind\` ON \`requests\` (\`owner\`, ${kind}, \`created\`) WHERE \`finality\` != ''`,
  `CREATE INDEX \`idx_requests_format_kind\` ON \`requests\` (\`format\`, ${kind}, \`created\`) WHERE \`finality\` != ''`,
  `CREATE INDEX \`idx_requests_batch_kind\` ON \`requests\` (\`batch\`, ${kind}, \`created\`) WHERE \`batch\` != '' AND \`finality\` != ''`,
  'CREATE INDEX `idx_requests_step` ON `requests` (`formatVersion`, `step`, `manager`, `created`, `submittedAt`, `owner`) WHERE `step` > 0',
  'CREATE INDEX `idx_requests_step_age` ON `requests` (`formatVersion`, `step`, `manager`, `submittedAt`, `owner`, `dueAt`) WHERE `step` > 0',
  "CREATE INDEX `idx_requests_managed` ON `requests` (`managed`) WHERE `managed` != ''",
  "CREATE INDEX `idx_requests_open` ON `requests` (`submittedAt`) WHERE `status` = 'submitted' AND `step` = 0",
  "CREATE INDEX `idx_requests_due` ON `requests` (`dueAt`) WHERE `status` = 'submitted' AND `dueAt` != ''",
]

function createRequests(app: CoreApp, batches: core.Collection): core.Collection {
  return createCollection(app, 'requests', {
    listRule: canRead,
    limits: { without: ['values', ...ofFormat], isPaged: true },
    // `create_decisions` sets the view rule, because the rule refers to its collections.
    viewRule: null,
    createRule: `${activeUserRule} && format.status = 'published' && ${areUnset}`,
    updateRule: `${activeUserRule} && ${isOwner} && (status = 'draft' || status = 'returned') && @request.body.format:isset = false && ${areUnset}`,
    deleteRule: `${activeUserRule} && ${isOwner} && status = 'draft'`,
    fields: [
      field.text('number', 20),
      field.relation('format', findCollection(app, 'formats'), requiredOption),
      field.relation('formatVersion', findCollection(app, 'format_versions'), requiredOption),
      field.relation('owner', findCollection(app, 'users'), requiredOption),
      field.relation('batch', batches),
      field.count('row'),
      field.select('status', ['draft', 'submitted', 'returned', 'approved', 'rejected', 'cancelled'], requiredOption),
      field.json('values', 65536),
      field.text('summary', 200),
      field.text('idDocument', 80),
      field.text('amount', 80),
      field.count('revision'),
      // One-based stage in the route of the version; 0 if the request is at no stage.
      field.count('step', { max: 10 }),
      // User whose manager decides the current stage, and that manager; empty at other stages. Set by triggers.
      field.text('managed', 15, { hidden: true }),
      field.text('manager', 15, { hidden: true }),
      field.date('submittedAt'),
      field.date('dueAt'),
      field.relation('reviewer', findCollection(app, 'users')),
      field.text('reason', 2000),
      field.date('decidedAt'),
      field.select('finality', ['preliminary', 'final']),
      field.date('annulledAt'),
      // State of the personal data.
      field.select('privacy', ['held', 'anonymized']),
      field.file('document', 20971520, ['application/pdf']),
      field.select('documentKind', ['preliminary', 'final', 'annulled']),
      field.text('documentNumber', 20),
      field.text('documentHash', 64),
      field.json('documentSeal', 2000),
      field.text('checkCode', 14),
      field.json('signers', 20000),
      field.relation('letterhead', findCollection(app, 'letterheads')),
      field.select('documentStatus', ['none', 'pending', 'ready', 'failed'], requiredOption),
      field.text('documentError', 500),
      field.json('documentErrorDetails', 4096),
      // Lease in Unix seconds: until then one worker holds the pending document; afterwards any worker may take it.
      field.integer('documentLease', { hidden: true }),
    ],
    indexes: requestIndexes,
  })
}

/**
 * Adds `serial`, the key of all derived data, because SQLite preserves row ids only in an INTEGER PRIMARY KEY column.
 * PocketBase cannot declare such a column.
 */
function addSerial(app: CoreApp) {
  const found = new DynamicModel({ sql: '' })
  app.db().newQuery("SELECT sql FROM sqlite_master WHERE name = 'requests'").one(found)
  const { sql } = found as unknown as { sql: string }
  const numbered = sql
    .replace(/([`"]id[`"] TEXT) PRIMARY KEY/, '$1 UNIQUE')
    .replace(/\)\s*$/, ', serial INTEGER PRIMARY KEY)')
  runStatements(app, 'DROP TABLE requests', numbered, ...requestIndexes)
}

/** Creates the collection of batch rows, from which requests are created. */
function createRows(app: CoreApp, batches: core.Collection, requests: core.Collection) {
  createCollection(app, 'batch_rows', {
    listRule: canReadRows,
    limits: { without: ['values', 'errors', 'wrong', 'request.', 'batch.'], inFew: ['warnings'], isPaged: true },
    viewRule: canReadRows,
    fields: [
      field.relation('batch', batches, requiredOption),
      field.integer('row', { required: true, min: 1 }),
      field.select('status', ['valid', 'error', 'discarded', 'created'], requiredOption),
      field.json('values', 65536),
      // Summary of the future request, stored here because requests are created from rows inside the database.
      field.text('summary', 200),
      field.text('idDocument', 80, { hidden: true }),
      field.text('amount', 80, { hidden: true }),
      field.json('errors', 65536),
      field.json('warnings', 65536),
      // Original texts of invalid cells.
      field.json('wrong', 65536),
      field.relation('request', requests),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_batch_rows_row` ON `batch_rows` (`batch`, `row`)',
      'CREATE INDEX `idx_batch_rows_status` ON `batch_rows` (`batch`, `status`, `row`)',
    ],
  })
}

migrate((app) => {
  // Gapless sequences for the numbers of requests, batches and documents.
  createCollection(app, 'counters', {
    fields: [field.text('name', 40, requiredOption), field.count('value')],
    indexes: ['CREATE UNIQUE INDEX `idx_counters_name` ON `counters` (`name`)'],
  })
  const batches = createBatches(app)
  const requests = createRequests(app, batches)
  addSerial(app)
  createRows(app, batches, requests)
})
