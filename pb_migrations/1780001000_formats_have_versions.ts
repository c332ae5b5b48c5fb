import { collection } from './collection.ts'

const active = '@request.auth.isActive = true'
const admin = `${active} && @request.auth.role = '_admin'`
// The catalogue is what is published; the name of an archived one must stay readable for the requests that were made with it.
const listed = `${active} && (status = 'published' || @request.auth.role = '_admin')`
const readable = `${active} && (status != 'draft' || @request.auth.role = '_admin')`
const untouched = '@request.body.status:isset = false && @request.body.version:isset = false'

migrate(
  (app) => {
    const formats = collection({
      type: 'base',
      name: 'formats',
      listRule: listed,
      viewRule: readable,
      createRule: `${admin} && ${untouched}`,
      updateRule: `${admin} && ${untouched}`,
      deleteRule: `${admin} && version = 0`,
      fields: [
        { type: 'text', name: 'code', required: true, max: 4, pattern: '^[A-Z]{2,4}$' },
        { type: 'text', name: 'name', required: true, max: 120 },
        { type: 'text', name: 'description', max: 500 },
        { type: 'text', name: 'category', required: true, max: 60 },
        { type: 'select', name: 'status', required: true, maxSelect: 1, values: ['draft', 'published', 'archived'] },
        { type: 'number', name: 'version', onlyInt: true, min: 0 },
        { type: 'json', name: 'fields', maxSize: 400000 },
        { type: 'text', name: 'body', max: 50000 },
        { type: 'bool', name: 'requiresReview' },
        { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
      ],
      indexes: ['CREATE UNIQUE INDEX `idx_formats_code` ON `formats` (`code`)'],
    })
    app.save(formats)
    app.save(
      collection({
        type: 'base',
        name: 'format_versions',
        listRule: active,
        viewRule: active,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'relation', name: 'format', collectionId: formats.id, required: true, maxSelect: 1 },
          { type: 'number', name: 'version', required: true, onlyInt: true, min: 1 },
          { type: 'json', name: 'fields', maxSize: 400000 },
          { type: 'text', name: 'body', max: 50000 },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_format_versions_version` ON `format_versions` (`format`, `version`)'],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('format_versions'))
    app.delete(app.findCollectionByNameOrId('formats'))
  },
)
