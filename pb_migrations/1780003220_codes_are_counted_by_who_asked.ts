import { collection } from './collection.ts'

const recovery = { label: '/api/collections/users/request-password-reset', audience: '', maxRequests: 30, duration: 60 }

function limitRecovery(app: CoreApp, isLimited: boolean) {
  const settings = app.settings()
  const rules = JSON.parse(JSON.stringify(settings.rateLimits.rules)) as (typeof recovery)[]
  const others = rules.filter(({ label }) => label !== recovery.label)
  settings.rateLimits.rules = (isLimited ? [recovery, ...others] : others) as core.RateLimitRule[]
  app.save(settings)
}

migrate(
  (app) => {
    app.delete(app.findCollectionByNameOrId('code_tries'))
    for (const sql of [
      // `account` is the hash of the address that was typed, `user` is empty where nobody has it, `at` in Unix seconds.
      'CREATE TABLE asked_codes (id TEXT PRIMARY KEY, account TEXT NOT NULL, user TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL, tries INTEGER NOT NULL)',
      'CREATE INDEX asked_codes_account ON asked_codes (account, at)',
      'CREATE INDEX asked_codes_at ON asked_codes (at)',
    ])
      app.db().newQuery(sql).execute()
    limitRecovery(app, true)
  },
  (app) => {
    limitRecovery(app, false)
    app.db().newQuery('DROP TABLE asked_codes').execute()
    app.save(
      collection({
        type: 'base',
        name: 'code_tries',
        listRule: null,
        viewRule: null,
        createRule: null,
        updateRule: null,
        deleteRule: null,
        fields: [
          {
            type: 'relation',
            name: 'user',
            required: true,
            collectionId: app.findCollectionByNameOrId('users').id,
            maxSelect: 1,
            cascadeDelete: true,
          },
          { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        ],
        indexes: ['CREATE INDEX `idx_code_tries_user` ON `code_tries` (`user`, `created`)'],
      }),
    )
  },
)
