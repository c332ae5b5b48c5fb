// What is derived from `requests` follows it by eight triggers instead of fourteen:
// an owner's number is looked for once, and a decision changes a request's place instead of writing it anew. What many write at once is
// counted at once, and says so by a mark: before, whatever had a batch passed for that, also what a superuser made in one.
// `pb_hooks/derived.ts` recounts all of it.
const mark = 'CREATE TABLE requests_in_bulk (batch TEXT PRIMARY KEY) WITHOUT ROWID'

const place = (request: string) =>
  `((SELECT n FROM request_owners WHERE owner = ${request}.owner) << 32 | ${request}.rowid)`
const words = `replace(NEW.number, '-', '') || ' ' || ltrim(substr(NEW.number, -6), '0') || ' ' || NEW.summary || ' ' ||
  ifnull((SELECT name FROM users WHERE id = NEW.owner), '')`
const narrowed = 'substr(NEW.status, 1, 3), unixepoch(NEW.created), NEW.format, NEW.batch'
const knowOwner =
  'INSERT INTO request_owners (owner) SELECT NEW.owner WHERE NEW.owner NOT IN (SELECT owner FROM request_owners)'
const find = `INSERT INTO request_search (rowid, words) VALUES (${place('NEW')}, ${words})`
const forget = `DELETE FROM request_search WHERE rowid = ${place('OLD')}`
const state =
  'UPDATE request_states SET status = substr(NEW.status, 1, 3), created = unixepoch(NEW.created) WHERE position = NEW.rowid'
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

type Trigger = [name: string, when: string, steps: string[]]

const changed = (...columns: string[]) => {
  const of = (side: string) => columns.map((column) => `${side}.${column}`).join(', ')
  return `AFTER UPDATE OF ${columns.join(', ')} ON requests WHEN (${of('OLD')}) IS NOT (${of('NEW')})`
}

const after: Trigger[] = [
  [
    'requests_are_made',
    'AFTER INSERT ON requests',
    [
      knowOwner,
      `INSERT INTO request_states VALUES (NEW.rowid, substr(NEW.status, 1, 3), unixepoch(NEW.created))`,
      `INSERT INTO request_places VALUES (${place('NEW')}, ${narrowed})`,
      find,
    ],
  ],
  [
    'requests_are_counted',
    "AFTER INSERT ON requests WHEN NEW.batch = '' OR NOT EXISTS (SELECT 1 FROM requests_in_bulk WHERE batch = NEW.batch)",
    [more, submission, decision],
  ],
  [
    'requests_change_state',
    `${changed('status', 'created', 'format', 'batch')} AND OLD.owner = NEW.owner`,
    [
      fewer,
      more,
      state,
      `UPDATE request_places SET (status, created, format, batch) = (${narrowed}) WHERE place = ${place('OLD')}`,
    ],
  ],
  [
    'requests_change_hands',
    changed('owner'),
    [
      fewer,
      more,
      state,
      knowOwner,
      `DELETE FROM request_places WHERE place = ${place('OLD')}`,
      `INSERT INTO request_places VALUES (${place('NEW')}, ${narrowed})`,
    ],
  ],
  ['requests_change_submission', changed('submittedAt'), [submissionGone, submission]],
  ['requests_change_decision', changed('decidedAt'), [decisionGone, decision]],
  ['requests_change_words', changed('number', 'summary', 'owner'), [forget, knowOwner, find]],
  [
    'requests_go',
    'AFTER DELETE ON requests',
    [
      fewer,
      submissionGone,
      decisionGone,
      'DELETE FROM request_states WHERE position = OLD.rowid',
      `DELETE FROM request_places WHERE place = ${place('OLD')}`,
      forget,
    ],
  ],
]

const before: Trigger[] = [
  ['requests_count_more', "AFTER INSERT ON requests WHEN NEW.batch = ''", [more, submission, decision]],
  ['requests_count_anew', 'AFTER UPDATE OF owner, format, batch, status ON requests', [fewer, more]],
  ['requests_count_fewer', 'AFTER DELETE ON requests', [fewer, submissionGone, decisionGone]],
  ['requests_count_submitted', 'AFTER UPDATE OF submittedAt ON requests', [submissionGone, submission]],
  ['requests_count_decided', 'AFTER UPDATE OF decidedAt ON requests', [decisionGone, decision]],
  ['requests_are_found', 'AFTER INSERT ON requests', [knowOwner, find]],
  ['requests_are_found_anew', changed('number', 'summary', 'owner'), [forget, knowOwner, find]],
  ['requests_are_forgotten', 'AFTER DELETE ON requests', [forget]],
  [
    'requests_state_begins',
    'AFTER INSERT ON requests',
    ['INSERT INTO request_states VALUES (NEW.rowid, substr(NEW.status, 1, 3), unixepoch(NEW.created))'],
  ],
  ['requests_state_changes', changed('status', 'created'), [state]],
  ['requests_state_ends', 'AFTER DELETE ON requests', ['DELETE FROM request_states WHERE position = OLD.rowid']],
  [
    'requests_place_begins',
    'AFTER INSERT ON requests',
    [knowOwner, `INSERT INTO request_places VALUES (${place('NEW')}, ${narrowed})`],
  ],
  [
    'requests_place_changes',
    changed('status', 'created', 'format', 'batch', 'owner'),
    [
      knowOwner,
      `DELETE FROM request_places WHERE place = ${place('OLD')}`,
      `INSERT INTO request_places VALUES (${place('NEW')}, ${narrowed})`,
    ],
  ],
  ['requests_place_ends', 'AFTER DELETE ON requests', [`DELETE FROM request_places WHERE place = ${place('OLD')}`]],
]

// What was counted by the batch alone may be wrong: once more, all of it.
const counted = [
  'DELETE FROM request_counts',
  'INSERT INTO request_counts SELECT owner, format, batch, status, count(*) FROM requests GROUP BY owner, format, batch, status',
  'DELETE FROM request_hours',
  ...['submitted', 'decided'].map(
    (step) => `INSERT INTO request_hours (hour, submitted, decided)
      SELECT substr(${step}At, 1, 13) AS hour, ${step === 'submitted' ? 'count(*), 0' : '0, count(*)'} FROM requests
      WHERE ${step}At != '' GROUP BY hour
      ON CONFLICT DO UPDATE SET ${step} = excluded.${step}`,
  ),
]

const drop = ([name]: Trigger) => `DROP TRIGGER ${name}`
const create = ([name, when, steps]: Trigger) => `CREATE TRIGGER ${name} ${when} BEGIN ${steps.join('; ')}; END`

migrate(
  (app) => {
    const all = [mark, ...before.map(drop), ...after.map(create), ...counted]
    for (const sql of all) app.db().newQuery(sql).execute()
  },
  (app) => {
    const all = [...after.map(drop), ...before.map(create), 'DROP TABLE requests_in_bulk']
    for (const sql of all) app.db().newQuery(sql).execute()
  },
)
