import { collection } from './collection.ts'

const readers = "@request.auth.isActive = true && (owner = @request.auth.id || @request.auth.role = '_admin')"
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')
const relation = (app: CoreApp, name: string, to: string, required: boolean) => ({
  type: 'relation',
  name,
  collectionId: app.findCollectionByNameOrId(to).id,
  required,
  maxSelect: 1,
  cascadeDelete: false,
})

// One row a file. Until a draft names it, it belongs to nobody's request and goes after a day; what was sent with a request stays with it.
migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'attachments',
        listRule: readers + near,
        viewRule: readers,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          relation(app, 'owner', 'users', true),
          relation(app, 'request', 'requests', false),
          { type: 'text', name: 'name', required: true, max: 120 },
          { type: 'text', name: 'kind', required: true, max: 10 },
          { type: 'number', name: 'size', onlyInt: true, min: 0 },
          { type: 'text', name: 'hash', max: 64 },
          { type: 'bool', name: 'sent' },
          { type: 'file', name: 'file', required: true, maxSelect: 1, maxSize: 10485760, protected: true },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE INDEX `idx_attachments_request` ON `attachments` (`request`, `updated`)',
          'CREATE INDEX `idx_attachments_unsent` ON `attachments` (`owner`, `size`) WHERE `sent` = FALSE',
        ],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('attachments')),
)
