// Fields that a list fills, by the key of its record, where a row leaves them empty; a batch that says nothing fills nothing.
migrate(
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.add(new JSONField({ name: 'joined', maxSize: 20000 }))
    app.save(batches)
  },
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.removeByName('joined')
    app.save(batches)
  },
)
