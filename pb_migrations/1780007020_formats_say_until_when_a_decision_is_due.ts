const due = "CREATE INDEX idx_requests_due ON requests (dueAt) WHERE status = 'submitted' AND dueAt != ''"
const untouched = ' && @request.body.dueAt:isset = false'

// Working days that a decision of this format may take; none where it is 0, and then nothing is written or looked for.
migrate(
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    formats.fields.add(new NumberField({ name: 'dueDays', onlyInt: true, min: 0, max: 365 }))
    app.save(formats)
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(new DateField({ name: 'dueAt' }))
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    app.save(requests)
    app.db().newQuery(due).execute()
  },
  (app) => {
    app.db().newQuery('DROP INDEX idx_requests_due').execute()
    for (const [name, field] of [
      ['requests', 'dueAt'],
      ['formats', 'dueDays'],
    ] as const) {
      const collection = app.findCollectionByNameOrId(name)
      collection.fields.removeByName(field)
      if (name === 'requests') {
        collection.createRule = collection.createRule?.replace(untouched, '')
        collection.updateRule = collection.updateRule?.replace(untouched, '')
      }
      app.save(collection)
    }
  },
)
