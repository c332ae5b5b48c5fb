// A key for another's account works once its owner confirms it. Those that run already keep running, except those that decide.
migrate(
  (app) => {
    for (const sql of [
      "ALTER TABLE api_keys ADD COLUMN confirmed TEXT NOT NULL DEFAULT ''",
      `UPDATE api_keys SET confirmed = created WHERE createdBy = user OR scopes NOT LIKE '%"decide"%'`,
    ])
      app.db().newQuery(sql).execute()
    const decisions = app.findCollectionByNameOrId('request_decisions')
    decisions.fields.add(new TextField({ name: 'keyName', max: 60 }))
    app.save(decisions)
  },
  (app) => {
    const decisions = app.findCollectionByNameOrId('request_decisions')
    decisions.fields.removeByName('keyName')
    app.save(decisions)
    app.db().newQuery('ALTER TABLE api_keys DROP COLUMN confirmed').execute()
  },
)
