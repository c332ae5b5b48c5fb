// Who confirmed a batch last: its owner, or the administrator who went on in place of one who is no longer active.
migrate(
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.add(
      new RelationField({ name: 'sender', collectionId: app.findCollectionByNameOrId('users').id, maxSelect: 1 }),
    )
    app.save(batches)
    app.db().newQuery("UPDATE batches SET sender = owner WHERE startedAt != ''").execute()
  },
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.removeByName('sender')
    app.save(batches)
  },
)
