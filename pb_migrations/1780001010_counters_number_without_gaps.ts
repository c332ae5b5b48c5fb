import { collection } from './collection.ts'

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'counters',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          { type: 'text', name: 'name', required: true, max: 40 },
          { type: 'number', name: 'value', onlyInt: true, min: 0 },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_counters_name` ON `counters` (`name`)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('counters')),
)
