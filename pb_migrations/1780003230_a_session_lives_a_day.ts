function live(app: CoreApp, seconds: number) {
  const users = app.findCollectionByNameOrId('users')
  users.authToken.duration = seconds
  app.save(users)
}

// Renewed while it is in use: a copy that is not used is worth nothing the day after.
migrate(
  (app) => live(app, 86_400),
  (app) => live(app, 604_800),
)
