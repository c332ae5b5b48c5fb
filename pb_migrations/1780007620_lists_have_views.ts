import { collection } from './collection.ts'

const active = '@request.auth.isActive = true'
const administrator = "@request.auth.role = '_admin'"
const readers = `${active} && (owner = @request.auth.id || sharedWith = 'everybody' || (sharedWith = 'admins' && ${administrator}))`
/** What is shared is everybody's: administrators alone change it. */
const writers = `${active} && ((owner = @request.auth.id && sharedWith = '') || (sharedWith != '' && ${administrator}))`
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

const triggers = [
  `CREATE TRIGGER views_are_first_no_more AFTER DELETE ON views BEGIN DELETE FROM first_views WHERE view = OLD.id; END`,
  `CREATE TRIGGER people_open_no_more AFTER DELETE ON users BEGIN DELETE FROM first_views WHERE person = OLD.id; END`,
]

// Searches that people keep under a name, and which of them each opens first.
migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'views',
        listRule: readers + near,
        viewRule: readers,
        createRule: `${active} && owner = @request.auth.id && (sharedWith = '' || ${administrator})`,
        updateRule: `${writers} && @request.body.owner:changed = false && @request.body.place:changed = false`,
        deleteRule: writers,
        fields: [
          {
            type: 'relation',
            name: 'owner',
            collectionId: app.findCollectionByNameOrId('users').id,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'select', name: 'place', required: true, maxSelect: 1, values: ['requests', 'users'] },
          { type: 'text', name: 'name', required: true, max: 60 },
          { type: 'json', name: 'search', maxSize: 4000 },
          { type: 'select', name: 'sharedWith', maxSelect: 1, values: ['everybody', 'admins'] },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [
          'CREATE INDEX `idx_views_owner` ON `views` (`owner`, `place`)',
          "CREATE INDEX `idx_views_shared` ON `views` (`sharedWith`, `place`) WHERE `sharedWith` != ''",
        ],
      }),
    )
    const table = `CREATE TABLE first_views (person TEXT NOT NULL, place TEXT NOT NULL, view TEXT NOT NULL, PRIMARY KEY (person, place)) WITHOUT ROWID`
    for (const sql of [table, ...triggers]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const sql of [
      'DROP TRIGGER people_open_no_more',
      'DROP TRIGGER views_are_first_no_more',
      'DROP TABLE first_views',
    ])
      app.db().newQuery(sql).execute()
    app.delete(app.findCollectionByNameOrId('views'))
  },
)
