// What a notice says of a request is for who may still read that request: its page asks so, and a rule of the collection cannot.
const change = (app: CoreApp, isHidden: boolean) => {
  const notices = app.findCollectionByNameOrId('notices')
  const details = notices.fields.getByName('details')
  if (details) details.setHidden(isHidden)
  app.save(notices)
}

migrate(
  (app) => change(app, true),
  (app) => change(app, false),
)
