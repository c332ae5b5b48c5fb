import {
  activeUserRule,
  createCollection,
  createdField,
  field,
  findCollection,
  requiredOption,
  runStatements,
} from './schema.ts'

const canRead = `${activeUserRule} && to = @request.auth.id`

migrate((app) => {
  // Each user has at most one unread notice per topic, with an event count. The topic of a read notice is its own id.
  createCollection(app, 'notices', {
    listRule: canRead,
    limits: {},
    viewRule: canRead,
    fields: [
      field.relation('to', findCollection(app, 'users'), { required: true, cascadeDelete: true }),
      field.text('kind', 30, requiredOption),
      field.text('topic', 60, requiredOption),
      field.text('subjectId', 15),
      field.count('count'),
      // Hidden from the record API: the server's own endpoint returns details only to users who may still read the
      // request.
      field.json('details', 4096, { hidden: true }),
      field.date('told'),
      field.date('readAt'),
      // Due time of the mail; empty if no mail is due.
      field.text('mail', 10),
      // Number of events already mailed, out of `count`.
      field.count('mailed'),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_notices_topic` ON `notices` (`to`, `topic`)',
      'CREATE INDEX `idx_notices_told` ON `notices` (`to`, `told`)',
      "CREATE INDEX `idx_notices_unread` ON `notices` (`to`) WHERE `readAt` = ''",
      'CREATE INDEX `idx_notices_created` ON `notices` (`created`)',
      "CREATE INDEX `idx_notices_mail` ON `notices` (`mail`, `told`) WHERE `mail` != ''",
    ],
  })
  // Mail queue.
  createCollection(app, 'letters', {
    fields: [
      field.text('to', 255, requiredOption),
      field.text('subject', 255, requiredOption),
      field.text('html', 100000, requiredOption),
      // Kind and parameters of the link or code in the mail. The sender creates the secret itself, so it is never
      // stored.
      field.text('secret', 200),
      field.text('due', 30, requiredOption),
      field.integer('tries'),
      createdField,
    ],
    hasDates: false,
    indexes: [
      'CREATE INDEX `idx_letters_due` ON `letters` (`due`, `tries`)',
      'CREATE INDEX `idx_letters_undelivered` ON `letters` (`tries`) WHERE `tries` > 1',
    ],
  })
  runStatements(
    app,
    // Mail settings of users that differ from the default.
    'CREATE TABLE notice_choices (person TEXT NOT NULL, kind TEXT NOT NULL, mail TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID',
    // Time of the latest mail per user and kind.
    'CREATE TABLE notice_mails (person TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID',
    // Decisions not yet mailed to their requester; one mail covers several.
    `CREATE TABLE decisions_to_tell (request TEXT NOT NULL, owner TEXT NOT NULL, decision TEXT NOT NULL, due TEXT NOT NULL,
       tries INTEGER NOT NULL DEFAULT 0, claim TEXT NOT NULL DEFAULT '', step TEXT NOT NULL DEFAULT '')`,
    'CREATE INDEX idx_decisions_to_tell_due ON decisions_to_tell (due)',
    'CREATE INDEX idx_decisions_to_tell_owner ON decisions_to_tell (owner, due)',
    'CREATE INDEX idx_decisions_to_tell_undelivered ON decisions_to_tell (owner) WHERE tries > 1',
    'CREATE INDEX idx_decisions_to_tell_decision ON decisions_to_tell (decision)',
    'CREATE INDEX idx_decisions_to_tell_claim ON decisions_to_tell (claim)',
  )
})
