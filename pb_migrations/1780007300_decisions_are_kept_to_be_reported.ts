// A request that came back has been decided more than once, and its own columns know only the last time: each decision is kept with when what it
// decides was sent, and how long that waited, by whoever writes it. Beside them, the amounts that approved requests hold, as whole units and
// millionths, because sums of them are to be exact.
// What is counted are requests, so each decision says when there was one before: of the same request (`before`), alike, by the same person
// (`own`), and both. What is the first in a period counts, and nothing has to be compared with everything else.
const tables = [
  `CREATE TABLE reported_decisions (decidedAt TEXT NOT NULL, position INTEGER NOT NULL, action TEXT NOT NULL, reviewer TEXT NOT NULL, format TEXT NOT NULL,
     seconds INTEGER, before TEXT NOT NULL, alike TEXT NOT NULL, own TEXT NOT NULL, ownAlike TEXT NOT NULL, PRIMARY KEY (decidedAt, position)) WITHOUT ROWID`,
  'CREATE INDEX idx_reported_decisions_position ON reported_decisions (position)',
  `CREATE TABLE earlier_submissions (submittedAt TEXT NOT NULL, position INTEGER NOT NULL, format TEXT NOT NULL,
     PRIMARY KEY (submittedAt, position)) WITHOUT ROWID`,
  'CREATE INDEX idx_earlier_submissions_position ON earlier_submissions (position)',
  'CREATE TABLE amount_keys (format TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (format, key)) WITHOUT ROWID',
  `CREATE TABLE request_amounts (format TEXT NOT NULL, key TEXT NOT NULL, decidedAt TEXT NOT NULL, position INTEGER NOT NULL, whole INTEGER NOT NULL,
     millionths INTEGER NOT NULL, PRIMARY KEY (format, key, decidedAt, position)) WITHOUT ROWID`,
]

const keysOf = (format: string, fields: string) =>
  `INSERT OR IGNORE INTO amount_keys SELECT ${format}, value ->> 'key' FROM json_each(${fields})
   WHERE value ->> 'type' IN ('money', 'integer', 'decimal', 'computed')`
const actionOf = (status: string) =>
  `CASE ${status} WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END`
/** What was reopened has waited since then. */
const since = `max(NEW.submittedAt, ifnull((SELECT max(created) FROM events WHERE subjectId = NEW.id AND action = 'reopen'), ''))`
const waited = `max(0, unixepoch(NEW.decidedAt) - unixepoch(${since}))`
/** With when the same was done before. */
const decide = (seconds: string) => {
  const action = actionOf('NEW.status')
  const last = (which: string) => `ifnull(max(decidedAt) FILTER (WHERE ${which}), '')`
  return `INSERT OR REPLACE INTO reported_decisions
    SELECT NEW.decidedAt, NEW.serial, ${action}, NEW.reviewer, NEW.format, ${seconds}, ${last('TRUE')}, ${last(`action = ${action}`)},
      ${last('reviewer = NEW.reviewer')}, ${last(`action = ${action} AND reviewer = NEW.reviewer`)}
    FROM reported_decisions WHERE position = NEW.serial AND decidedAt < NEW.decidedAt`
}
const amounts = (of: string, which: string) =>
  `INSERT OR REPLACE INTO request_amounts
   SELECT format, key, decidedAt, position, CAST(text AS INTEGER),
     CAST(substr(substr(text, instr(text || '.', '.') + 1) || '000000', 1, 6) AS INTEGER) * iif(text LIKE '-%', -1, 1)
   FROM (SELECT amount_keys.format, amount_keys.key, ${of}.decidedAt, ${of}.serial AS position,
       CAST(json_extract(${of}."values", '$.' || amount_keys.key) AS TEXT) AS text ${which})
   WHERE text GLOB '*[0-9]' AND text NOT GLOB '?*[^0-9.]*' AND text GLOB '[-0-9]*'`
const amountsOfNew = amounts('NEW', "FROM amount_keys WHERE format = NEW.format AND NEW.status = 'approved'")
const noAmounts = `DELETE FROM request_amounts WHERE format = OLD.format AND decidedAt = OLD.decidedAt AND position = OLD.serial
  AND key IN (SELECT key FROM amount_keys WHERE format = OLD.format)`

const triggers: [name: string, when: string, steps: string[]][] = [
  ['amounts_are_known', 'AFTER INSERT ON format_versions', [keysOf('NEW.format', 'NEW.fields')]],
  [
    'requests_are_decided',
    "AFTER UPDATE OF decidedAt ON requests WHEN NEW.decidedAt != '' AND NEW.decidedAt IS NOT OLD.decidedAt",
    [decide(`iif(OLD.status = 'submitted' AND NEW.reviewer != '', ${waited}, NULL)`), amountsOfNew],
  ],
  ['requests_begin_decided', "AFTER INSERT ON requests WHEN NEW.decidedAt != ''", [decide('NULL'), amountsOfNew]],
  [
    'requests_are_no_longer_approved',
    "AFTER UPDATE OF status ON requests WHEN OLD.status = 'approved' AND NEW.status != 'approved'",
    [noAmounts],
  ],
  [
    'requests_leave_no_decisions',
    "AFTER DELETE ON requests WHEN OLD.submittedAt != ''",
    [
      'DELETE FROM reported_decisions WHERE position = OLD.serial',
      'DELETE FROM earlier_submissions WHERE position = OLD.serial',
      noAmounts,
    ],
  ],
  [
    'requests_were_sent_before',
    "AFTER UPDATE OF submittedAt ON requests WHEN OLD.submittedAt != '' AND NEW.submittedAt IS NOT OLD.submittedAt",
    ['INSERT OR IGNORE INTO earlier_submissions VALUES (OLD.submittedAt, OLD.serial, OLD.format)'],
  ],
]

/** Since when had waited what an event decided: what a batch made was sent when it was made. */
const waitedSince = `ifnull((SELECT max(earlier.created) FROM events AS earlier
   WHERE earlier.subjectId = told.subjectId AND earlier.created <= told.created AND earlier.action IN ('submit', 'reopen')),
   iif(requests.batch = '', requests.submittedAt, requests.created))`
const told = `SELECT told.created AS decidedAt, requests.serial AS position, told.action, told.actor AS reviewer, requests.format,
    iif(told."from" = 'submitted' AND told.actor != '', max(0, unixepoch(told.created) - unixepoch(${waitedSince})), NULL) AS seconds
  FROM events AS told JOIN requests ON requests.id = told.subjectId
  WHERE told.subject = 'requests' AND told.action IN ('approve', 'return', 'reject')
  UNION ALL
  SELECT decidedAt, serial, ${actionOf('status')}, reviewer, format, NULL FROM requests
  WHERE decidedAt != '' AND id NOT IN (SELECT subjectId FROM events WHERE subject = 'requests' AND action IN ('approve', 'return', 'reject'))`
const previous = (among: string) => `ifnull(lag(decidedAt) OVER (PARTITION BY ${among} ORDER BY decidedAt), '')`

const fill = [
  `INSERT OR IGNORE INTO amount_keys SELECT format, value ->> 'key' FROM format_versions, json_each(fields)
   WHERE value ->> 'type' IN ('money', 'integer', 'decimal', 'computed')`,
  // Also what was approved without anybody, and what was decided before that was written down.
  `INSERT OR IGNORE INTO reported_decisions
   SELECT decidedAt, position, action, reviewer, format, seconds, ${previous('position')}, ${previous('position, action')},
     ${previous('position, reviewer')}, ${previous('position, action, reviewer')} FROM (${told})`,
  // The last submission is told by the request itself, a moment before or after its event.
  `INSERT OR IGNORE INTO earlier_submissions
   SELECT told.created, requests.serial, requests.format FROM events AS told JOIN requests ON requests.id = told.subjectId
   WHERE told.subject = 'requests' AND told.action = 'submit'
     AND told.created < (SELECT max(created) FROM events WHERE subjectId = requests.id AND action = 'submit')`,
  amounts('requests', "FROM requests JOIN amount_keys USING (format) WHERE status = 'approved' AND decidedAt != ''"),
]

migrate(
  (app) => {
    const made = triggers.map(([name, when, steps]) => `CREATE TRIGGER ${name} ${when} BEGIN ${steps.join('; ')}; END`)
    for (const sql of [...tables, ...made, ...fill]) app.db().newQuery(sql).execute()
  },
  (app) => {
    const gone = triggers.map(([name]) => `DROP TRIGGER ${name}`)
    const names = ['request_amounts', 'amount_keys', 'earlier_submissions', 'reported_decisions']
    for (const sql of [...gone, ...names.map((name) => `DROP TABLE ${name}`)]) app.db().newQuery(sql).execute()
  },
)
