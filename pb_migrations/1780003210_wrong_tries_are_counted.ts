migrate(
  (app) => {
    for (const sql of [
      // `at` in Unix seconds; `judged` is 0 while the password is being compared.
      'CREATE TABLE wrong_tries (id INTEGER PRIMARY KEY, account TEXT NOT NULL, address TEXT NOT NULL, at INTEGER NOT NULL, judged INTEGER NOT NULL)',
      'CREATE INDEX wrong_tries_account ON wrong_tries (account, at)',
      'CREATE INDEX wrong_tries_address ON wrong_tries (address, at)',
      'CREATE INDEX wrong_tries_at ON wrong_tries (at)',
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => {
    app.db().newQuery('DROP TABLE wrong_tries').execute()
  },
)
