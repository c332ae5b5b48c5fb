import { collection } from './collection.ts'

const readers = "@request.auth.isActive = true && (batch.owner = @request.auth.id || @request.auth.role = '_admin')"

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'batch_rows',
        listRule: readers,
        viewRule: readers,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'batch',
            collectionId: app.findCollectionByNameOrId('batches').id,
            required: true,
            maxSelect: 1,
          },
          { type: 'number', name: 'row', required: true, onlyInt: true, min: 1 },
          {
            type: 'select',
            name: 'status',
            required: true,
            maxSelect: 1,
            values: ['valid', 'error', 'discarded', 'created'],
          },
          { type: 'json', name: 'values', maxSize: 65536 },
          // The summary of the request to be, so that requests are made from rows without leaving the database.
          { type: 'text', name: 'summary', max: 200 },
          { type: 'json', name: 'errors', maxSize: 65536 },
          { type: 'json', name: 'warnings', maxSize: 65536 },
          {
            type: 'relation',
            name: 'request',
            collectionId: app.findCollectionByNameOrId('requests').id,
            maxSelect: 1,
          },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_batch_rows_row` ON `batch_rows` (`batch`, `row`)',
          'CREATE INDEX `idx_batch_rows_status` ON `batch_rows` (`batch`, `status`, `row`)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('batch_rows')),
)
