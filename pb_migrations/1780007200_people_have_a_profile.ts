// What administrators want to know of everybody, and what is known; who has nothing of it goes on as before.
migrate(
  (app) => {
    const settings = app.findCollectionByNameOrId('settings')
    settings.fields.add(new JSONField({ name: 'profileFields', maxSize: 20000 }))
    app.save(settings)
    const users = app.findCollectionByNameOrId('users')
    users.fields.add(new JSONField({ name: 'profile', maxSize: 20000 }))
    app.save(users)
  },
  (app) => {
    for (const [name, field] of [
      ['users', 'profile'],
      ['settings', 'profileFields'],
    ] as const) {
      const collection = app.findCollectionByNameOrId(name)
      collection.fields.removeByName(field)
      app.save(collection)
    }
  },
)
