import { collection } from './collection.ts'

const readers = "@request.auth.isActive = true && (owner = @request.auth.id || @request.auth.role = '_admin')"

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'batches',
        listRule: readers,
        viewRule: readers,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'number', required: true, max: 20 },
          {
            type: 'relation',
            name: 'format',
            collectionId: app.findCollectionByNameOrId('formats').id,
            required: true,
            maxSelect: 1,
          },
          {
            type: 'relation',
            name: 'formatVersion',
            collectionId: app.findCollectionByNameOrId('format_versions').id,
            required: true,
            maxSelect: 1,
          },
          {
            type: 'relation',
            name: 'owner',
            collectionId: app.findCollectionByNameOrId('users').id,
            required: true,
            maxSelect: 1,
          },
          { type: 'text', name: 'fileName', required: true, max: 255 },
          { type: 'text', name: 'fileHash', required: true, max: 64, pattern: '^[0-9a-f]{64}$' },
          {
            type: 'select',
            name: 'status',
            required: true,
            maxSelect: 1,
            values: [
              'loaded',
              'fixing',
              'ready',
              'processing',
              'completed',
              'completed_with_pending',
              'interrupted',
              'cancelled',
            ],
          },
          { type: 'number', name: 'total', onlyInt: true, min: 0, max: 100000 },
          { type: 'number', name: 'createdCount', onlyInt: true, min: 0 },
          { type: 'number', name: 'errorCount', onlyInt: true, min: 0 },
          { type: 'number', name: 'discardedCount', onlyInt: true, min: 0 },
          { type: 'date', name: 'startedAt' },
          { type: 'date', name: 'finishedAt' },
          // Unix seconds until which one worker holds the batch; past it, anybody may take it up.
          { type: 'number', name: 'lease', onlyInt: true, hidden: true },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_batches_number` ON `batches` (`number`)',
          'CREATE INDEX `idx_batches_owner` ON `batches` (`owner`, `created`)',
          'CREATE INDEX `idx_batches_status` ON `batches` (`status`, `created`)',
          'CREATE INDEX `idx_batches_file` ON `batches` (`fileHash`, `format`)',
          'CREATE INDEX `idx_batches_created` ON `batches` (`created`)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('batches')),
)
