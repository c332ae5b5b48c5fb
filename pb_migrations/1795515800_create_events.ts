import {
  activeUserRule,
  adminCondition,
  createCollection,
  field,
  findCollection,
  requiredOption,
  runStatements,
} from './schema.ts'

const canRead = `${activeUserRule} && (${adminCondition} || owner = @request.auth.id)`
const longTexts = ['details', 'reason']
const subjects = 'users formats requests batches settings signatories groups lists keys webhooks'.split(' ')

migrate((app) => {
  const users = findCollection(app, 'users')
  createCollection(app, 'events', {
    listRule: canRead,
    limits: { inFew: longTexts, forAdmins: longTexts },
    viewRule: canRead,
    fields: [
      field.select('subject', subjects, requiredOption),
      field.text('subjectId', 40, requiredOption),
      field.relation('actor', users),
      field.text('actorName', 255),
      field.relation('owner', users),
      field.text('action', 40, requiredOption),
      field.text('from', 40),
      field.text('to', 40),
      field.text('reason', 2000),
      field.json('details', 200000),
      // Hash of `reason` and `details`, with a random salt, in the chain. Both texts can be erased: `textHash` then has the hash, and the salt goes.
      field.text('salt', 20, { hidden: true }),
      field.text('textHash', 64, { hidden: true }),
    ],
    indexes: [
      'CREATE INDEX `idx_events_subject` ON `events` (`subjectId`, `created`)',
      'CREATE INDEX `idx_events_owner` ON `events` (`owner`, `created`)',
      'CREATE INDEX `idx_events_actor` ON `events` (`actor`)',
      'CREATE INDEX `idx_events_created` ON `events` (`created`)',
      // Partial indexes for rare events, because most events are of few kinds.
      "CREATE INDEX `idx_events_rare_subject` ON `events` (`subject`) WHERE `subject` != 'requests'",
      "CREATE INDEX `idx_events_rare_action` ON `events` (`action`) WHERE `action` NOT IN ('submit', 'approve', 'document', 'create')",
      "CREATE INDEX `idx_events_reasons` ON `events` (`id`) WHERE `reason` != ''",
    ],
  })
  runStatements(
    app,
    // Hash chain: each link seals the events up to row id `last`.
    `CREATE TABLE event_links (last INTEGER PRIMARY KEY, count INTEGER NOT NULL, hash TEXT NOT NULL, origin TEXT NOT NULL,
       salt TEXT NOT NULL, address TEXT NOT NULL, device TEXT NOT NULL, at INTEGER NOT NULL)`,
    "CREATE INDEX idx_event_links_address ON event_links (at) WHERE address != ''",
  )
})
