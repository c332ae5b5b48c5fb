// The collections that came after that rule have it as well: a hook refuses such a query only once it was asked.
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

function change(app: CoreApp, rule: (before: string) => string) {
  for (const name of ['letterheads', 'request_documents']) {
    const collection = app.findCollectionByNameOrId(name)
    if (collection.listRule) collection.listRule = rule(collection.listRule)
    app.save(collection)
  }
}

migrate(
  (app) => change(app, (before) => before + near),
  (app) => change(app, (before) => before.replace(near, '')),
)
