import { collection } from './collection.ts'

const active = '@request.auth.isActive = true'
const administrator = "@request.auth.role = '_admin'"
const administrators = `${active} && ${administrator}`
const seen = `${active} && (${administrator} || access = 'everybody' || (access = 'groups' && groups.members.id ?= @request.auth.id))`
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')
const dates = [
  { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
  { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
]

/** What histories are about; others may have added to it as well. */
function tell(app: CoreApp, change: (subjects: string[]) => string[]) {
  const events = app.findCollectionByNameOrId('events')
  const subject = events.fields.getByName('subject') as SelectField
  subject.values = change([...subject.values])
  app.save(events)
}

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'lists',
        listRule: seen + near,
        viewRule: seen,
        createRule: administrators,
        updateRule: administrators,
        deleteRule: administrators,
        fields: [
          { type: 'text', name: 'name', required: true, max: 80 },
          { type: 'json', name: 'columns', maxSize: 20000 },
          { type: 'text', name: 'keyColumn', required: true, max: 40 },
          {
            type: 'select',
            name: 'access',
            required: true,
            maxSelect: 1,
            values: ['admins', 'everybody', 'groups'],
          },
          {
            type: 'relation',
            name: 'groups',
            collectionId: app.findCollectionByNameOrId('groups').id,
            maxSelect: 50,
            cascadeDelete: false,
          },
          // Each import has an id of its own: the rows that count, those before them, and those that are arriving.
          { type: 'text', name: 'current', max: 15 },
          { type: 'text', name: 'previous', max: 15 },
          { type: 'text', name: 'staged', max: 15 },
          { type: 'number', name: 'total', onlyInt: true },
          { type: 'text', name: 'fileName', max: 255 },
          { type: 'text', name: 'stagedFile', max: 255 },
          { type: 'date', name: 'importedAt' },
          ...dates,
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_lists_name` ON `lists` (`name` COLLATE NOCASE)'],
      }),
    )
    app.save(
      collection({
        type: 'base',
        name: 'list_rows',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'list', required: true, max: 15 },
          { type: 'text', name: 'import', required: true, max: 15 },
          { type: 'number', name: 'row', onlyInt: true },
          { type: 'text', name: 'key', required: true, max: 200 },
          { type: 'text', name: 'label', max: 200 },
          { type: 'json', name: 'values', maxSize: 20000 },
          { type: 'text', name: 'search', max: 2000 },
        ],
        indexes: [
          'CREATE UNIQUE INDEX `idx_list_rows_key` ON `list_rows` (`import`, `key`)',
          'CREATE INDEX `idx_list_rows_search` ON `list_rows` (`import`, `label`, `search`, `key`)',
          'CREATE INDEX `idx_list_rows_list` ON `list_rows` (`list`, `import`)',
        ],
      }),
    )
    tell(app, (subjects) => [...subjects, 'lists'])
  },
  (app) => {
    app.db().newQuery("DELETE FROM events WHERE subject = 'lists'").execute()
    tell(app, (subjects) => subjects.filter((each) => each !== 'lists'))
    app.delete(app.findCollectionByNameOrId('list_rows'))
    app.delete(app.findCollectionByNameOrId('lists'))
  },
)
