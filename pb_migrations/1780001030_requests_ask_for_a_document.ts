import { collection } from './collection.ts'

const active = '@request.auth.isActive = true'
const own = `${active} && owner = @request.auth.id`
const readers = `${active} && (owner = @request.auth.id || @request.auth.role = '_admin')`

// What the server alone writes. `owner` stands apart: PocketBase tests it on the record to be.
const given = [
  'number',
  'formatVersion',
  'batch',
  'row',
  'status',
  'summary',
  'revision',
  'reviewer',
  'reason',
  'submittedAt',
  'decidedAt',
  'document',
  'previousDocuments',
  'documentNumber',
  'documentStatus',
  'documentError',
  'documentLease',
  'owner',
]
const untouched = given.map((name) => `@request.body.${name}:isset = false`).join(' && ')

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users').id
    const relation = (name: string, collectionId: string, required: boolean) => ({
      type: 'relation',
      name,
      collectionId,
      required,
      maxSelect: 1,
    })
    const pdf = { type: 'file', mimeTypes: ['application/pdf'], maxSize: 20971520, protected: true }
    app.save(
      collection({
        type: 'base',
        name: 'requests',
        listRule: readers,
        viewRule: readers,
        createRule: `${active} && format.status = 'published' && ${untouched}`,
        updateRule: `${own} && (status = 'draft' || status = 'returned') && @request.body.format:isset = false && ${untouched}`,
        deleteRule: `${own} && status = 'draft'`,
        fields: [
          { type: 'text', name: 'number', max: 20 },
          relation('format', app.findCollectionByNameOrId('formats').id, true),
          relation('formatVersion', app.findCollectionByNameOrId('format_versions').id, true),
          relation('owner', users, true),
          relation('batch', app.findCollectionByNameOrId('batches').id, false),
          { type: 'number', name: 'row', onlyInt: true, min: 0 },
          {
            type: 'select',
            name: 'status',
            required: true,
            maxSelect: 1,
            values: ['draft', 'submitted', 'returned', 'approved', 'rejected', 'cancelled'],
          },
          { type: 'json', name: 'values', maxSize: 65536 },
          { type: 'text', name: 'summary', max: 200 },
          { type: 'number', name: 'revision', onlyInt: true, min: 0 },
          relation('reviewer', users, false),
          { type: 'text', name: 'reason', max: 2000 },
          { type: 'date', name: 'submittedAt' },
          { type: 'date', name: 'decidedAt' },
          { ...pdf, name: 'document', maxSelect: 1 },
          { ...pdf, name: 'previousDocuments', maxSelect: 50 },
          { type: 'text', name: 'documentNumber', max: 20 },
          {
            type: 'select',
            name: 'documentStatus',
            required: true,
            maxSelect: 1,
            values: ['none', 'pending', 'ready', 'failed'],
          },
          { type: 'text', name: 'documentError', max: 500 },
          // Unix seconds until which one worker holds the pending document; past it, anybody may take it up.
          { type: 'number', name: 'documentLease', onlyInt: true, hidden: true },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          // Unique among the numbered, and in the order of the number for all.
          "CREATE UNIQUE INDEX `idx_requests_number` ON `requests` (`number`, iif(`number` = '', `id`, ''))",
          "CREATE UNIQUE INDEX `idx_requests_documentNumber` ON `requests` (`documentNumber`) WHERE `documentNumber` != ''",
          "CREATE UNIQUE INDEX `idx_requests_row` ON `requests` (`batch`, `row`) WHERE `batch` != ''",
          "CREATE INDEX `idx_requests_batch` ON `requests` (`batch`, `created`, `status`) WHERE `batch` != ''",
          'CREATE INDEX `idx_requests_document` ON `requests` (`documentStatus`, `documentLease`)',
          'CREATE INDEX `idx_requests_created` ON `requests` (`created`)',
          'CREATE INDEX `idx_requests_status` ON `requests` (`status`, `created`)',
          'CREATE INDEX `idx_requests_owner` ON `requests` (`owner`, `created`)',
          'CREATE INDEX `idx_requests_owner_status` ON `requests` (`owner`, `status`, `created`)',
          'CREATE INDEX `idx_requests_format` ON `requests` (`format`, `created`, `status`)',
          'CREATE INDEX `idx_requests_queue` ON `requests` (`status`, `submittedAt`)',
          'CREATE INDEX `idx_requests_submittedAt` ON `requests` (`submittedAt`)',
          'CREATE INDEX `idx_requests_decidedAt` ON `requests` (`decidedAt`)',
          'CREATE INDEX `idx_requests_summary` ON `requests` (`summary`)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('requests')),
)
