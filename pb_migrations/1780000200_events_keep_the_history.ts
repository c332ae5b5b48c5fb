import { collection } from './collection.ts'

const readers = "@request.auth.isActive = true && (@request.auth.role = '_admin' || owner = @request.auth.id)"

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users')
    app.save(
      collection({
        type: 'base',
        name: 'events',
        listRule: readers,
        viewRule: readers,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'select',
            name: 'subject',
            required: true,
            maxSelect: 1,
            values: ['users', 'formats', 'requests', 'batches', 'settings'],
          },
          { type: 'text', name: 'subjectId', required: true, max: 40 },
          { type: 'relation', name: 'actor', collectionId: users.id, maxSelect: 1 },
          { type: 'text', name: 'actorName', max: 255 },
          { type: 'relation', name: 'owner', collectionId: users.id, maxSelect: 1 },
          { type: 'text', name: 'action', required: true, max: 40 },
          { type: 'text', name: 'from', max: 40 },
          { type: 'text', name: 'to', max: 40 },
          { type: 'text', name: 'reason', max: 2000 },
          { type: 'json', name: 'details', maxSize: 200000 },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE INDEX `idx_events_subject` ON `events` (`subjectId`, `created`)',
          'CREATE INDEX `idx_events_owner` ON `events` (`owner`, `created`)',
          'CREATE INDEX `idx_events_actor` ON `events` (`actor`)',
          'CREATE INDEX `idx_events_created` ON `events` (`created`)',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('events')),
)
