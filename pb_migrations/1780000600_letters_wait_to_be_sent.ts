import { collection } from './collection.ts'

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'letters',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'to', required: true, max: 255 },
          { type: 'text', name: 'subject', required: true, max: 255 },
          { type: 'text', name: 'html', required: true, max: 100000 },
          { type: 'text', name: 'due', required: true, max: 30 },
          { type: 'number', name: 'tries', onlyInt: true },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        ],
        indexes: ['CREATE INDEX `idx_letters_due` ON `letters` (`due`)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('letters')),
)
