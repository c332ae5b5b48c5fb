// How many were submitted and decided in each hour (`2026-11-20 14`, UTC), of which the days of any country are made.
const hours = `CREATE TABLE request_hours (
  hour TEXT PRIMARY KEY, submitted INTEGER NOT NULL, decided INTEGER NOT NULL) WITHOUT ROWID`

const fill = ['submitted', 'decided'].map(
  (step) => `INSERT INTO request_hours (hour, submitted, decided)
    SELECT substr(${step}At, 1, 13) AS hour, ${step === 'submitted' ? 'count(*), 0' : '0, count(*)'} FROM requests
    WHERE ${step}At != '' GROUP BY hour
    ON CONFLICT DO UPDATE SET ${step} = excluded.${step}`,
)

const more = `INSERT INTO request_counts VALUES (NEW.owner, NEW.format, NEW.batch, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1`
const fewer = `UPDATE request_counts SET n = n - 1
  WHERE owner = OLD.owner AND format = OLD.format AND batch = OLD.batch AND status = OLD.status`
const submission = `INSERT INTO request_hours SELECT substr(NEW.submittedAt, 1, 13), 1, 0 WHERE NEW.submittedAt != ''
  ON CONFLICT DO UPDATE SET submitted = submitted + 1`
const decision = `INSERT INTO request_hours SELECT substr(NEW.decidedAt, 1, 13), 0, 1 WHERE NEW.decidedAt != ''
  ON CONFLICT DO UPDATE SET decided = decided + 1`
const submissionGone = `UPDATE request_hours SET submitted = submitted - 1 WHERE hour = substr(OLD.submittedAt, 1, 13)`
const decisionGone = `UPDATE request_hours SET decided = decided - 1 WHERE hour = substr(OLD.decidedAt, 1, 13)`

type Trigger = [name: string, event: string, steps: string[]]

const before: Trigger[] = [
  ['more', 'INSERT ON requests', [more]],
  ['fewer', 'DELETE ON requests', [fewer]],
]
const after: Trigger[] = [
  // A batch counts its own, all at once.
  ['more', "INSERT ON requests WHEN NEW.batch = ''", [more, submission, decision]],
  ['fewer', 'DELETE ON requests', [fewer, submissionGone, decisionGone]],
]
const added: Trigger[] = [
  ['submitted', 'UPDATE OF submittedAt ON requests', [submissionGone, submission]],
  ['decided', 'UPDATE OF decidedAt ON requests', [decisionGone, decision]],
]

const drop = ([name]: Trigger) => `DROP TRIGGER requests_count_${name}`
const create = ([name, event, steps]: Trigger) =>
  `CREATE TRIGGER requests_count_${name} AFTER ${event} BEGIN ${steps.join('; ')}; END`

migrate(
  (app) => {
    const statements = [hours, ...fill, ...before.map(drop), ...[...after, ...added].map(create)]
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
  (app) => {
    const statements = [...[...after, ...added].map(drop), ...before.map(create), 'DROP TABLE request_hours']
    for (const sql of statements) app.db().newQuery(sql).execute()
  },
)
