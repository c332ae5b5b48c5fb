// A filter or an order over what points to a record (`requests_via_format`) multiplies what has to be read. PocketBase asks it
// before any hook runs, but the rule stands in the same query: where it is false beforehand, nothing is read at all.
const near = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

const names = ['users', 'events', 'settings', 'formats', 'format_versions', 'batches', 'batch_rows', 'requests']

function change(app: CoreApp, rule: (before: string) => string) {
  for (const name of names) {
    const collection = app.findCollectionByNameOrId(name)
    if (collection.listRule) collection.listRule = rule(collection.listRule)
    app.save(collection)
  }
}

migrate(
  (app) => change(app, (before) => before + near),
  (app) => change(app, (before) => before.replace(near, '')),
)
