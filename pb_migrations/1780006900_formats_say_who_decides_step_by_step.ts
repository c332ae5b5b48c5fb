const collections = ['formats', 'format_versions']

// The steps that a request passes until it is approved are part of a version. Those so far have none: any administrator decides.
migrate(
  (app) => {
    for (const name of collections) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.add(new JSONField({ name: 'route', maxSize: 20000 }))
      app.save(formats)
      app.db().newQuery(`UPDATE ${name} SET route = '[]'`).execute()
    }
  },
  (app) => {
    for (const name of collections) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.removeByName('route')
      app.save(formats)
    }
  },
)
