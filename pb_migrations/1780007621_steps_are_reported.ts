// How long a step of a route waited for each of its decisions: since the request was sent or reopened, or since what its earlier steps decided.
// Written where a step is decided and nowhere else, so that formats without steps pay nothing.
const table = `CREATE TABLE reported_steps (decidedAt TEXT NOT NULL, position INTEGER NOT NULL, step TEXT NOT NULL, reviewer TEXT NOT NULL, format TEXT NOT NULL,
   seconds INTEGER NOT NULL, PRIMARY KEY (decidedAt, position, step, reviewer)) WITHOUT ROWID`

/** What was decided at a step; who fills several seats at once decided it once. What a batch made was sent when it was made. */
const told = (decision: string) => `SELECT ${decision}.created, requests.serial,
    ifnull(iif(json_valid(version.route), version.route, '[]') ->> ('$[' || (${decision}.position - 1) || '].key'), ''), ${decision}.person, requests.format,
    max(0, unixepoch(${decision}.created) - unixepoch(max(
      ifnull((SELECT max(created) FROM events WHERE subjectId = ${decision}.request AND action IN ('submit', 'reopen') AND created <= ${decision}.created),
        iif(requests.batch = '', requests.submittedAt, requests.created)),
      ifnull((SELECT max(created) FROM request_decisions AS earlier WHERE earlier.request = ${decision}.request
        AND earlier.position < ${decision}.position AND earlier.created <= ${decision}.created), ''))))`
const from = (decision: string) => `FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion
    WHERE requests.id = ${decision}.request`
const keep = 'INSERT OR IGNORE INTO reported_steps'

const statements = [
  table,
  'CREATE INDEX idx_reported_steps_position ON reported_steps (position)',
  `CREATE TRIGGER steps_are_decided AFTER INSERT ON request_decisions BEGIN ${keep} ${told('NEW')} ${from('NEW')}; END`,
  `CREATE TRIGGER steps_are_decided_no_more AFTER DELETE ON request_decisions BEGIN
     DELETE FROM reported_steps WHERE position = (SELECT serial FROM requests WHERE id = OLD.request) AND decidedAt = OLD.created AND reviewer = OLD.person; END`,
  `CREATE TRIGGER requests_leave_no_steps AFTER DELETE ON requests WHEN OLD.submittedAt != '' BEGIN
     DELETE FROM reported_steps WHERE position = OLD.serial; END`,
  `${keep} ${told('done')} FROM request_decisions AS done JOIN requests ON requests.id = done.request
     JOIN format_versions AS version ON version.id = requests.formatVersion`,
]

migrate(
  (app) => {
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    const triggers = ['requests_leave_no_steps', 'steps_are_decided_no_more', 'steps_are_decided']
    for (const sql of [...triggers.map((name) => `DROP TRIGGER ${name}`), 'DROP TABLE reported_steps'])
      app.db().newQuery(sql).execute()
  },
)
