import { collection } from './collection.ts'

const mine = '@request.auth.isActive = true && to = @request.auth.id'
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

// Of one topic a person has one notice while he has not read it: what comes meanwhile is counted there. Once read, its topic is its own id.
migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'notices',
        listRule: mine + near,
        viewRule: mine,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'to',
            collectionId: app.findCollectionByNameOrId('users').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'text', name: 'kind', required: true, max: 30 },
          { type: 'text', name: 'topic', required: true, max: 60 },
          { type: 'text', name: 'subjectId', max: 15 },
          { type: 'number', name: 'count', onlyInt: true, min: 0 },
          { type: 'json', name: 'details', maxSize: 4096 },
          { type: 'date', name: 'told' },
          { type: 'date', name: 'readAt' },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_notices_topic` ON `notices` (`to`, `topic`)',
          "CREATE INDEX `idx_notices_unread` ON `notices` (`to`) WHERE `readAt` = ''",
          'CREATE INDEX `idx_notices_told` ON `notices` (`to`, `told`)',
          'CREATE INDEX `idx_notices_created` ON `notices` (`created`)',
        ],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('notices'))
  },
)
