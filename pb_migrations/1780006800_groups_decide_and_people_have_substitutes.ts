import { collection } from './collection.ts'

const active = '@request.auth.isActive = true'
const administrator = "@request.auth.role = '_admin'"
const administrators = `${active} && ${administrator}`
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')
const dates = [
  { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
  { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
]
const day = { type: 'text', required: true, max: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }

/** What histories are about; others may have added to it as well. */
function tell(app: CoreApp, change: (subjects: string[]) => string[]) {
  const events = app.findCollectionByNameOrId('events')
  const subject = events.fields.getByName('subject') as SelectField
  subject.values = change([...subject.values])
  app.save(events)
}

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users').id
    app.save(
      collection({
        type: 'base',
        name: 'groups',
        listRule: administrators + near,
        viewRule: administrators,
        createRule: administrators,
        updateRule: administrators,
        deleteRule: administrators,
        fields: [
          { type: 'text', name: 'name', required: true, max: 80 },
          { type: 'relation', name: 'members', collectionId: users, maxSelect: 500, cascadeDelete: false },
          ...dates,
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_groups_name` ON `groups` (`name` COLLATE NOCASE)'],
      }),
    )
    const readers = `${active} && (person = @request.auth.id || substitute = @request.auth.id || ${administrator})`
    const writers = `${active} && (person = @request.auth.id || ${administrator})`
    app.save(
      collection({
        type: 'base',
        name: 'substitutions',
        listRule: readers + near,
        viewRule: readers,
        createRule: writers,
        updateRule: null,
        deleteRule: writers,
        fields: [
          { type: 'relation', name: 'person', collectionId: users, required: true, maxSelect: 1, cascadeDelete: true },
          {
            type: 'relation',
            name: 'substitute',
            collectionId: users,
            required: true,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { ...day, name: 'from' },
          { ...day, name: 'to' },
          ...dates,
        ],
        indexes: [
          'CREATE INDEX `idx_substitutions_person` ON `substitutions` (`person`, `to`)',
          'CREATE INDEX `idx_substitutions_substitute` ON `substitutions` (`substitute`, `to`)',
        ],
      }),
    )
    tell(app, (subjects) => [...subjects, 'groups'])
  },
  (app) => {
    app.db().newQuery("DELETE FROM events WHERE subject = 'groups'").execute()
    tell(app, (subjects) => subjects.filter((each) => each !== 'groups'))
    app.delete(app.findCollectionByNameOrId('substitutions'))
    app.delete(app.findCollectionByNameOrId('groups'))
  },
)
