const texts = { address: 120, phone: 40, web: 120, pageSize: 6, pageMargins: 6 } as const
const collections = ['settings', 'letterheads']

// Which paper documents are printed on, whose letterhead and which day stand on it: of the organisation, and of each format.
migrate(
  (app) => {
    for (const name of collections) {
      const settings = app.findCollectionByNameOrId(name)
      for (const [field, max] of Object.entries(texts)) settings.fields.add(new TextField({ name: field, max }))
      settings.fields.add(new BoolField({ name: 'pageRagged' }))
      app.save(settings)
      app.db().newQuery(`UPDATE ${name} SET pageSize = 'letter', pageMargins = 'normal'`).execute()
    }
    for (const name of ['formats', 'format_versions']) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.add(new JSONField({ name: 'paper', maxSize: 4000 }))
      app.save(formats)
      app.db().newQuery(`UPDATE ${name} SET paper = '{}'`).execute()
    }
  },
  (app) => {
    for (const name of ['formats', 'format_versions']) {
      const formats = app.findCollectionByNameOrId(name)
      formats.fields.removeByName('paper')
      app.save(formats)
    }
    for (const name of collections) {
      const settings = app.findCollectionByNameOrId(name)
      for (const field of [...Object.keys(texts), 'pageRagged']) settings.fields.removeByName(field)
      app.save(settings)
    }
  },
)
