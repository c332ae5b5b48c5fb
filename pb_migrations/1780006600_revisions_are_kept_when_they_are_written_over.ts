import { collection } from './collection.ts'

const readers = "@request.auth.isActive = true && (request.owner = @request.auth.id || @request.auth.role = '_admin')"
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

// What was sent is kept at the first change after it came back, whoever makes that change. Neither sending nor deciding writes anything here,
// be it one or a hundred thousand: a revision without a row of its own is the next one that has one, or what the request says today.
const keep = `CREATE TRIGGER requests_keep_what_was_sent BEFORE UPDATE OF "values" ON requests
  WHEN OLD.status = 'returned' AND OLD."values" IS NOT NEW."values" BEGIN
    INSERT OR IGNORE INTO request_revisions (id, request, revision, "values", submittedAt, created, updated)
    VALUES (substr(lower(hex(randomblob(8))), 2), OLD.id, OLD.revision, OLD."values", OLD.submittedAt,
      strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'));
  END`

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'request_revisions',
        listRule: readers + near,
        viewRule: readers,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'request',
            collectionId: app.findCollectionByNameOrId('requests').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'number', name: 'revision', onlyInt: true, min: 0 },
          { type: 'json', name: 'values', maxSize: 65536 },
          { type: 'date', name: 'submittedAt' },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_request_revisions_request` ON `request_revisions` (`request`, `revision`)'],
      }),
    )
    app.db().newQuery(keep).execute()
  },
  (app) => {
    app.db().newQuery('DROP TRIGGER requests_keep_what_was_sent').execute()
    app.delete(app.findCollectionByNameOrId('request_revisions'))
  },
)
