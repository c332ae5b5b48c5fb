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
      field.date('notifiedAt'),
      field.date('readAt'),
      // Due time of the mail; empty if no mail is due.
      field.text('mail', 10),
      // Number of events already mailed, out of `count`.
      field.count('mailed'),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_notices_topic` ON `notices` (`to`, `topic`)',
      'CREATE INDEX `idx_notices_notifiedAt` ON `notices` (`to`, `notifiedAt`)',
      "CREATE INDEX `idx_notices_unread` ON `notices` (`to`) WHERE `readAt` = ''",
      'CREATE INDEX `idx_notices_created` ON `notices` (`created`)',
      "CREATE INDEX `idx_notices_mail` ON `notices` (`mail`, `notifiedAt`) WHERE `mail` != ''",
    ],
  })
  // Mail queue.
  createCollection(app, 'outgoing_mails', {
    fields: [
      field.text('to', 255, requiredOption),
      field.text('subject', 255, requiredOption),
      field.text('html', 1000000, requiredOption),
      // Kind and parameters of the link or code in the mail. The sender creates the secret itself, so it is never
      // stored.
      field.text('secret', 200),
      field.text('due', 30, requiredOption),
      field.integer('attempts'),
      createdField,
    ],
    hasDates: false,
    indexes: [
      'CREATE INDEX `idx_outgoing_mails_due` ON `outgoing_mails` (`due`, `attempts`)',
      'CREATE INDEX `idx_outgoing_mails_undelivered` ON `outgoing_mails` (`attempts`) WHERE `attempts` > 1',
    ],
  })
  runStatements(
    app,
    // Mail settings of users that differ from the default.
    'CREATE TABLE notice_choices (person TEXT NOT NULL, kind TEXT NOT NULL, mail TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID',
    // Time of the latest mail per user and kind.
    'CREATE TABLE notice_mails (person TEXT NOT NULL, kind TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (person, kind)) WITHOUT ROWID',
    // Decisions of which no mail is queued yet; one mail covers several of a requester.
    'CREATE TABLE decision_mails (request TEXT NOT NULL, owner TEXT NOT NULL, decision TEXT NOT NULL, due TEXT NOT NULL, step TEXT NOT NULL)',
    'CREATE INDEX idx_decision_mails_owner ON decision_mails (owner, due)',
    'CREATE INDEX idx_decision_mails_decision ON decision_mails (decision)',
  )
})
