import { collection } from './collection.ts'
import { withoutTriggers } from './triggers.ts'

const administrators = "@request.auth.isActive = true && @request.auth.role = '_admin'"
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')
const untouched = ' && @request.body.signers:isset = false'
const pictures = ['image/png', 'image/jpeg']
const dates = [
  { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
  { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
]
const subjects = ['users', 'formats', 'requests', 'batches', 'settings']

function tellOf(app: CoreApp, values: string[]) {
  const events = app.findCollectionByNameOrId('events')
  const subject = events.fields.getByName('subject') as SelectField
  subject.values = values
  app.save(events)
}

// Who signs, which formats say so, and who signed each document when it was made. Formats so far have no signature blocks.
migrate(
  (app) => {
    const signatories = collection({
      type: 'base',
      name: 'signatories',
      listRule: administrators + near,
      viewRule: administrators,
      createRule: administrators,
      updateRule: administrators,
      deleteRule: null,
      fields: [
        { type: 'text', name: 'name', required: true, max: 120 },
        { type: 'text', name: 'post', max: 120 },
        { type: 'text', name: 'idDocument', max: 60 },
        { type: 'file', name: 'signature', maxSelect: 1, maxSize: 1048576, mimeTypes: pictures, protected: true },
        { type: 'bool', name: 'active' },
        { type: 'text', name: 'from', max: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
        { type: 'text', name: 'to', max: 10, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' },
        {
          type: 'relation',
          name: 'formats',
          collectionId: app.findCollectionByNameOrId('formats').id,
          maxSelect: 200,
          cascadeDelete: false,
        },
        { type: 'relation', name: 'user', collectionId: app.findCollectionByNameOrId('users').id, maxSelect: 1 },
        ...dates,
      ],
      indexes: ["CREATE UNIQUE INDEX `idx_signatories_user` ON `signatories` (`user`) WHERE `user` != ''"],
    })
    app.save(signatories)
    signatories.fields.add(new RelationField({ name: 'replacedBy', collectionId: signatories.id, maxSelect: 1 }))
    app.save(signatories)
    app.save(
      collection({
        type: 'base',
        name: 'kept_signatures',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'source', required: true, max: 160 },
          { type: 'file', name: 'image', maxSelect: 1, maxSize: 1048576, mimeTypes: pictures, protected: true },
          ...dates,
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_kept_signatures_source` ON `kept_signatures` (`source`)'],
      }),
    )
    for (const name of ['formats', 'format_versions']) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.add(new JSONField({ name: 'signatures', maxSize: 20000 }))
      app.save(formats)
      app.db().newQuery(`UPDATE ${name} SET signatures = '[]'`).execute()
    }
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(new JSONField({ name: 'signers', maxSize: 20000 }))
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))
    tellOf(app, [...subjects, 'signatories'])
  },
  (app) => {
    app.db().newQuery("DELETE FROM events WHERE subject = 'signatories'").execute()
    tellOf(app, subjects)
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.removeByName('signers')
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
    for (const name of ['formats', 'format_versions']) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.removeByName('signatures')
      app.save(formats)
    }
    app.delete(app.findCollectionByNameOrId('kept_signatures'))
    app.delete(app.findCollectionByNameOrId('signatories'))
  },
)
