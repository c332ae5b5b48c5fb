import { collection } from './collection.ts'

const everyone = '@request.auth.isActive = true'
const administrators = "@request.auth.isActive = true && @request.auth.role = '_admin'"

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'settings',
        listRule: everyone,
        viewRule: everyone,
        createRule: null,
        updateRule: administrators,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'organisationName', required: true, max: 120 },
          { type: 'text', name: 'organisationId', max: 40 },
          { type: 'file', name: 'logo', maxSelect: 1, maxSize: 1048576, mimeTypes: ['image/png', 'image/jpeg'] },
          { type: 'select', name: 'registration', required: true, maxSelect: 1, values: ['open', 'closed'] },
          { type: 'text', name: 'allowedDomains', max: 500 },
          { type: 'text', name: 'city', max: 80 },
          {
            type: 'select',
            name: 'country',
            required: true,
            maxSelect: 1,
            values: ['AR', 'CL', 'CO', 'EC', 'MX', 'PE'],
          },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: [],
      }),
    )
    const row = new Record(app.findCollectionByNameOrId('settings'))
    row.set('organisationName', 'Mi organización')
    row.set('registration', 'open')
    row.set('country', 'CO')
    app.save(row)
  },
  (app) => app.delete(app.findCollectionByNameOrId('settings')),
)
