import {
  activeUserRule,
  adminCondition,
  createCollection,
  field,
  findCollection,
  noThumbnailRule,
  requiredOption,
  runStatements,
} from './schema.ts'

/** View with the current day in the organisation's time zone; equals that of `local-time.ts`. */
const civilToday = `CREATE VIEW civil_today AS
  SELECT date('now', CASE zone
    WHEN 'AR' THEN '-3 hours'
    WHEN 'CL-MAG' THEN '-3 hours'
    WHEN 'MX' THEN '-6 hours'
    WHEN 'EC-GAL' THEN '-6 hours'
    WHEN 'MX-PAC' THEN '-7 hours'
    WHEN 'MX-NOR' THEN iif(datetime('now') >= datetime(strftime('%Y-03-08', 'now'), 'weekday 0', '+10 hours')
      AND datetime('now') < datetime(strftime('%Y-11-01', 'now'), 'weekday 0', '+9 hours'), '-7 hours', '-8 hours')
    WHEN 'CL' THEN iif(datetime('now') >= datetime(strftime('%Y-04-02', 'now'), 'weekday 0', '+3 hours')
      AND datetime('now') < datetime(strftime('%Y-09-02', 'now'), 'weekday 0', '+4 hours'), '-4 hours', '-3 hours')
    WHEN 'CL-PAS' THEN iif(datetime('now') >= datetime(strftime('%Y-04-02', 'now'), 'weekday 0', '+3 hours')
      AND datetime('now') < datetime(strftime('%Y-09-02', 'now'), 'weekday 0', '+4 hours'), '-6 hours', '-5 hours')
    ELSE '-5 hours' END) AS day
  FROM (SELECT iif(substr(timeZone, 1, 3) = country || '-', timeZone, country) AS zone FROM settings LIMIT 1)`

/**
 * View of seats: one seat per stage, or one per approver if all approvers must approve. Includes only versions with
 * requests at a stage. If no request is at any stage, the view reads no version.
 */
const stageSeats = `CREATE VIEW stage_seats AS
  SELECT version.id AS version, step.key + 1 AS position, ifnull(one.value, '') AS seat,
    ifnull(step.value ->> 'ownAllowed', 0) AS ownAllowed, ifnull(step.value ->> 'group', '') AS "group",
    iif(one.value IS NULL, ifnull(step.value ->> 'people', '[]'), json_array(one.value)) AS people
  FROM format_versions AS version, json_each(iif(json_valid(version.route), version.route, '[]')) AS step
    LEFT JOIN json_each(iif(step.value ->> 'all', step.value ->> 'people', '[]')) AS one
  WHERE version.route != '[]' AND EXISTS (SELECT 1 FROM requests WHERE requests.step > 0)
    AND EXISTS (SELECT 1 FROM requests WHERE requests.formatVersion = version.id AND requests.step > 0)`

/**
 * SQL after `SELECT … FROM`: managers with requests at a stage that managers decide. `condition`: on the manager's record
 * in `users`.
 */
const managersOf = (condition: string) => `manager_stages JOIN stage_seats USING (version, position)
    JOIN users ON users.id IN (SELECT manager FROM users WHERE manager != '') AND ${condition}
  WHERE EXISTS (SELECT 1 FROM requests WHERE (formatVersion, step, manager) = (version, position, users.id) AND step > 0)`

/**
 * View of the seats whose approvers the stage names. Adds to `stage_seats` one seat for each deactivated manager, because
 * the approvers of requests without a manager decide in their place.
 */
const stepSeats = `CREATE VIEW step_seats AS
  SELECT *, '' AS manager FROM stage_seats
  UNION ALL
  SELECT version, position, seat, stage_seats.ownAllowed, "group", people, users.id FROM ${managersOf('NOT users.isActive')}`

/** View of users who hold each seat: by name, by group or as active manager. */
const stepHolders = `CREATE VIEW step_holders AS
  SELECT version, position, seat, ownAllowed, manager, named.value AS holder FROM step_seats, json_each(step_seats.people) AS named
  UNION
  SELECT version, position, seat, ownAllowed, manager, member.value
  FROM step_seats JOIN groups ON groups.id = step_seats."group", json_each(iif(json_valid(groups.members), groups.members, '[]')) AS member
  UNION
  SELECT version, position, seat, stage_seats.ownAllowed, users.id, users.id FROM ${managersOf('users.isActive')}`

/** View of users who may decide for each seat today: its active holders and the substitutes of its holders. */
const stepPowers = `CREATE VIEW step_powers AS
  SELECT version, position, seat, ownAllowed, step_holders.manager, holder, holder AS person
  FROM step_holders JOIN users ON users.id = holder WHERE users.isActive
  UNION
  SELECT version, position, seat, ownAllowed, step_holders.manager, holder, users.id
  FROM step_holders JOIN substitutions ON substitutions.person = holder JOIN users ON users.id = substitutions.substitute
  WHERE users.isActive AND (SELECT day FROM civil_today) BETWEEN substitutions."from" AND substitutions."to"`

const stepApprovers = `SELECT (version || position || seat || manager || '-' || holder || person) AS id, CAST(version AS TEXT) AS version,
  CAST(position AS INT) AS position, CAST(seat AS TEXT) AS seat, CAST(ownAllowed AS INT) AS ownAllowed, CAST(manager AS TEXT) AS manager,
  CAST(holder AS TEXT) AS holder, CAST(person AS TEXT) AS person FROM step_powers`

/**
 * Returns the view rule of requests and their dependent records. Readers: requester, administrators, approvers of the
 * current stage, and users who decided a stage.
 */
function canRead(request: '' | 'request.', owner = `${request}owner`): string {
  const power = '@collection.step_approvers'
  const decides = [
    `${request}step > 0`,
    `${power}.version ?= ${request}formatVersion`,
    `${power}.position ?= ${request}step`,
    `${power}.manager ?= ${request}manager`,
    `${power}.person ?= @request.auth.id`,
    `(${power}.ownAllowed ?= 1 || ${power}.holder ?!= ${request}owner)`,
  ].join(' && ')
  const decided = `${request}request_decisions_via_request.person ?= @request.auth.id`
  return `${activeUserRule} && (${owner} = @request.auth.id || ${adminCondition} || (${decides}) || ${decided})`
}
const isOwnOrAdmin = (owner: string) => `${activeUserRule} && (${owner} = @request.auth.id || ${adminCondition})`

/** Creates the collections of approver data: decisions, approver field values and revisions. */
function createProposalDecisions(app: CoreApp, requests: core.Collection) {
  const request = field.relation('request', requests, { required: true, cascadeDelete: true })
  createCollection(app, 'request_decisions', {
    fields: [
      request,
      field.integer('position', { min: 1, max: 10 }),
      field.select('action', ['approve', 'return', 'reject']),
      field.text('person', 15),
      field.text('holder', 15),
      field.text('keyName', 60),
      field.bool('vacant'),
      field.bool('counts'),
    ],
    indexes: [
      'CREATE INDEX `idx_request_decisions_request` ON `request_decisions` (`request`, `position`)',
      'CREATE INDEX `idx_request_decisions_person` ON `request_decisions` (`person`, `request`)',
    ],
  })
  createCollection(app, 'approver_values', {
    fields: [request, field.json('filled', 70000), field.json('internal', 70000)],
    indexes: ['CREATE UNIQUE INDEX `idx_approver_values_request` ON `approver_values` (`request`)'],
  })
  // Previous values of a returned request, stored at its first change.
  createCollection(app, 'request_revisions', {
    listRule: isOwnOrAdmin('request.owner'),
    limits: { without: ['values', 'request.'], isPaged: true },
    viewRule: canRead('request.'),
    fields: [request, field.count('revision'), field.json('values', 65536), field.date('submittedAt')],
    indexes: ['CREATE UNIQUE INDEX `idx_request_revisions_request` ON `request_revisions` (`request`, `revision`)'],
  })
}

/** Creates the collections of replaced documents and of attachments. */
function createFiles(app: CoreApp, requests: core.Collection) {
  createCollection(app, 'request_documents', {
    listRule: isOwnOrAdmin('request.owner'),
    limits: { without: ['request.'] },
    viewRule: `(${canRead('request.')}) && ${noThumbnailRule}`,
    fields: [
      field.relation('request', requests, { required: true, cascadeDelete: true }),
      field.text('number', 20, requiredOption),
      field.file('file', 20971520, ['application/pdf'], requiredOption),
      field.select('kind', ['preliminary', 'final', 'annulled']),
      field.text('hash', 64),
    ],
    indexes: ['CREATE INDEX `idx_request_documents_request` ON `request_documents` (`request`, `created`)'],
  })
  // An attachment has no request until a draft refers to it; such attachments are deleted after one day.
  createCollection(app, 'attachments', {
    listRule: isOwnOrAdmin('owner'),
    limits: { without: ['request.', 'batch.'] },
    viewRule: `(${canRead('request.', 'owner')}) && ${noThumbnailRule}`,
    fields: [
      field.relation('owner', findCollection(app, 'users'), requiredOption),
      field.relation('request', requests),
      field.text('name', 120, requiredOption),
      field.text('kind', 10, requiredOption),
      field.count('size'),
      field.text('hash', 64),
      field.count('crc'),
      field.bool('sent'),
      field.file('file', 10485760, [], requiredOption),
    ],
    indexes: [
      'CREATE INDEX `idx_attachments_request` ON `attachments` (`request`, `updated`)',
      'CREATE INDEX `idx_attachments_unsent` ON `attachments` (`owner`, `size`) WHERE `sent` = FALSE',
      'CREATE INDEX `idx_attachments_sent` ON `attachments` (`owner`, `created`, `size`) WHERE `sent` = TRUE',
    ],
  })
}

const statements = [
  `CREATE TRIGGER requests_store_revision BEFORE UPDATE OF "values" ON requests
     WHEN OLD.status = 'returned' AND OLD."values" IS NOT NEW."values" BEGIN
       INSERT OR IGNORE INTO request_revisions (id, request, revision, "values", submittedAt, created, updated)
       VALUES (substr(lower(hex(randomblob(8))), 2), OLD.id, OLD.revision, OLD."values", OLD.submittedAt,
         strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'));
     END`,
  // Use count of each reason, one per decision.
  `CREATE TABLE decision_reasons (action TEXT NOT NULL, format TEXT NOT NULL, reason TEXT NOT NULL, uses INTEGER NOT NULL, latest TEXT NOT NULL,
     PRIMARY KEY (action, format, reason)) WITHOUT ROWID`,
  // Decisions that can still be undone, with the previous values of each request. Their documents, notices and mails
  // wait.
  `CREATE TABLE undoable_decisions (decision TEXT PRIMARY KEY, asker TEXT NOT NULL, action TEXT NOT NULL, reason TEXT NOT NULL,
     until TEXT NOT NULL, isUndone INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID`,
  // Results of undone decisions, for a repeated call whose first response was lost. Valid for a minute, and deleted by
  // the next undo.
  `CREATE TABLE undone_decisions (decision TEXT PRIMARY KEY, asker TEXT NOT NULL, result TEXT NOT NULL, until TEXT NOT NULL)
     WITHOUT ROWID`,
  `CREATE TABLE undoable (request TEXT PRIMARY KEY, decision TEXT NOT NULL, before TEXT NOT NULL, holders TEXT NOT NULL DEFAULT '[]',
     filled TEXT NOT NULL DEFAULT '') WITHOUT ROWID`,
  'CREATE INDEX idx_undoable_decision ON undoable (decision)',
  // Requests whose document was being generated until `until` (Unix seconds). If the process was killed, their files
  // may be orphaned.
  'CREATE TABLE documents_in_progress (until INTEGER NOT NULL, request TEXT NOT NULL, PRIMARY KEY (until, request)) WITHOUT ROWID',
]

migrate((app) => {
  const requests = findCollection(app, 'requests')
  runStatements(app, civilToday, stageSeats, stepSeats, stepHolders, stepPowers)
  const view = { type: 'view', name: 'step_approvers', viewQuery: stepApprovers }
  app.save(new Collection(view as unknown as Partial<Collection>))
  createProposalDecisions(app, requests)
  createFiles(app, requests)
  requests.viewRule = `(${canRead('')}) && ${noThumbnailRule}`
  app.save(requests)
  runStatements(app, ...statements)
})
