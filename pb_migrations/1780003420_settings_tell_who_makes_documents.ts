const kept = ' && @request.body.documentService:isset = false'

// Written by the server at each start, from its environment: a form judges letters as whoever makes the documents can write them.
migrate(
  (app) => {
    const settings = app.findCollectionByNameOrId('settings')
    settings.fields.add(new BoolField({ name: 'documentService' }))
    if (settings.updateRule) settings.updateRule += kept
    app.save(settings)
  },
  (app) => {
    const settings = app.findCollectionByNameOrId('settings')
    settings.fields.removeByName('documentService')
    settings.updateRule = settings.updateRule?.replace(kept, '')
    app.save(settings)
  },
)
