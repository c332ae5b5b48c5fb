const statements = [
  // Only what differs from how it is for everybody.
  `CREATE TABLE notice_choices (person TEXT NOT NULL, kind TEXT NOT NULL, mail TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID`,
  // When a person last got a mail of a kind.
  `CREATE TABLE notice_mails (person TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID`,
  "CREATE INDEX idx_notices_mail ON notices (mail, told) WHERE mail != ''",
]

// `mail` says that a notice is still to be mailed, and when; `mailed`, how many of what it counts were.
migrate(
  (app) => {
    const notices = app.findCollectionByNameOrId('notices')
    notices.fields.add(new TextField({ name: 'mail', max: 10 }))
    notices.fields.add(new NumberField({ name: 'mailed', onlyInt: true, min: 0 }))
    app.save(notices)
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const sql of ['DROP INDEX idx_notices_mail', 'DROP TABLE notice_mails', 'DROP TABLE notice_choices'])
      app.db().newQuery(sql).execute()
    const notices = app.findCollectionByNameOrId('notices')
    notices.fields.removeByName('mail')
    notices.fields.removeByName('mailed')
    app.save(notices)
  },
)
