import { collection } from './collection.ts'

// What whoever decides a request fills stands apart from what its owner sent: nobody reads it but by the calls that ask who may decide. A version
// says which fields those are; the ones that deciders keep to themselves are told to no owner.
migrate(
  (app) => {
    const versions = app.findCollectionByNameOrId('format_versions')
    versions.fields.add(new JSONField({ name: 'deciderFields', maxSize: 500000 }))
    versions.fields.add(new JSONField({ name: 'keptFields', maxSize: 500000, hidden: true }))
    app.save(versions)
    app.save(
      collection({
        type: 'base',
        name: 'decider_values',
        listRule: null,
        viewRule: null,
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
          { type: 'json', name: 'filled', maxSize: 70000 },
          { type: 'json', name: 'kept', maxSize: 70000 },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
          { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
        ],
        indexes: ['CREATE UNIQUE INDEX `idx_decider_values_request` ON `decider_values` (`request`)'],
      }),
    )
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('decider_values'))
    const versions = app.findCollectionByNameOrId('format_versions')
    versions.fields.removeByName('keptFields')
    versions.fields.removeByName('deciderFields')
    app.save(versions)
  },
)
