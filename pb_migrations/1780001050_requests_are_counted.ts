// A list tells how many there are on every page: counted once at each change instead of a hundred thousand times.
const counts = `CREATE TABLE request_counts (
  owner TEXT NOT NULL, format TEXT NOT NULL, batch TEXT NOT NULL, status TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (owner, format, batch, status)) WITHOUT ROWID`

const more = `INSERT INTO request_counts VALUES (NEW.owner, NEW.format, NEW.batch, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1`

const fewer = `UPDATE request_counts SET n = n - 1
  WHERE owner = OLD.owner AND format = OLD.format AND batch = OLD.batch AND status = OLD.status`

// How many were submitted and decided in each hour (`2026-11-20 14`, UTC), of which the days of any country are made.
const hours = `CREATE TABLE request_hours (
  hour TEXT PRIMARY KEY, submitted INTEGER NOT NULL, decided INTEGER NOT NULL) WITHOUT ROWID`

const submission = `INSERT INTO request_hours SELECT substr(NEW.submittedAt, 1, 13), 1, 0 WHERE NEW.submittedAt != ''
  ON CONFLICT DO UPDATE SET submitted = submitted + 1`
const decision = `INSERT INTO request_hours SELECT substr(NEW.decidedAt, 1, 13), 0, 1 WHERE NEW.decidedAt != ''
  ON CONFLICT DO UPDATE SET decided = decided + 1`
const submissionGone = `UPDATE request_hours SET submitted = submitted - 1 WHERE hour = substr(OLD.submittedAt, 1, 13)`
const decisionGone = `UPDATE request_hours SET decided = decided - 1 WHERE hour = substr(OLD.decidedAt, 1, 13)`

const triggers: [string, string, string[]][] = [
  // A batch counts its own, all at once.
  ['more', "INSERT ON requests WHEN NEW.batch = ''", [more, submission, decision]],
  ['anew', 'UPDATE OF owner, format, batch, status ON requests', [fewer, more]],
  ['submitted', 'UPDATE OF submittedAt ON requests', [submissionGone, submission]],
  ['decided', 'UPDATE OF decidedAt ON requests', [decisionGone, decision]],
  ['fewer', 'DELETE ON requests', [fewer, submissionGone, decisionGone]],
]

migrate(
  (app) => {
    const bodies = triggers.map(([name, event, steps]) => {
      return `CREATE TRIGGER requests_count_${name} AFTER ${event} BEGIN ${steps.join('; ')}; END`
    })
    for (const sql of [counts, hours, ...bodies]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const [name] of triggers) app.db().newQuery(`DROP TRIGGER requests_count_${name}`).execute()
    for (const table of ['request_counts', 'request_hours']) app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
