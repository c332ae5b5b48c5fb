import { collection } from './collection.ts'

migrate(
  (app) => {
    app.save(
      collection({
        type: 'base',
        name: 'code_tries',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'user',
            required: true,
            collectionId: app.findCollectionByNameOrId('users').id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        ],
        indexes: ['CREATE INDEX `idx_code_tries_user` ON `code_tries` (`user`, `created`)'],
      }),
    )
  },
  (app) => app.delete(app.findCollectionByNameOrId('code_tries')),
)
