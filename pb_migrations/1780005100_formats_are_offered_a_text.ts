// Fields and body that come with a new release, for a format that its administrators have made their own.
migrate(
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    formats.fields.add(new JSONField({ name: 'offer', maxSize: 500_000 }))
    app.save(formats)
  },
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    formats.fields.removeByName('offer')
    app.save(formats)
  },
)
