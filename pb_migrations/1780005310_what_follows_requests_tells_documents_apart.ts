// Lists are narrowed by what documents are: preliminary, final or annulled. What follows requests says it beside the status, which it counts
// and finds by, so that a page costs as little as one of a status. The triggers are those of 1780004400 with that column.
const kindOf = (request: string) => `iif(${request}.annulledAt = '', ${request}.finality, 'annulled')`

const place = (request: string) =>
  `((SELECT n FROM request_owners WHERE owner = ${request}.owner) << 32 | ${request}.serial)`
const words = `replace(NEW.number, '-', '') || ' ' || ltrim(substr(NEW.number, -6), '0') || ' ' || NEW.summary || ' ' ||
  ifnull((SELECT name FROM users WHERE id = NEW.owner), '')`
const knowOwner =
  'INSERT INTO request_owners (owner) SELECT NEW.owner WHERE NEW.owner NOT IN (SELECT owner FROM request_owners)'
const find = `INSERT INTO request_search (rowid, words) VALUES (${place('NEW')}, ${words})`
const forget = `DELETE FROM request_search WHERE rowid = ${place('OLD')}`
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

/** The triggers on `requests`, with the kind or, as before, without. */
function following(withKind: boolean): Trigger[] {
  const kind = (of: string) => (withKind ? `, ${kindOf(of)}` : '')
  const short = withKind ? `, substr(${kindOf('NEW')}, 1, 3)` : ''
  const column = withKind ? ', kind' : ''
  const narrowed = `substr(NEW.status, 1, 3), unixepoch(NEW.created), NEW.format, NEW.batch${short}`
  const state = `UPDATE request_states SET (status, created${column}) = (substr(NEW.status, 1, 3), unixepoch(NEW.created)${short})
    WHERE position = NEW.serial`
  const more = `INSERT INTO request_counts VALUES (NEW.owner, NEW.format, NEW.batch, NEW.status${kind('NEW')}, 1)
    ON CONFLICT DO UPDATE SET n = n + 1`
  const fewer = `UPDATE request_counts SET n = n - 1
    WHERE (owner, format, batch, status${column}) = (OLD.owner, OLD.format, OLD.batch, OLD.status${kind('OLD')})`
  return [
    [
      'requests_are_made',
      'AFTER INSERT ON requests',
      [
        knowOwner,
        `INSERT INTO request_states VALUES (NEW.serial, substr(NEW.status, 1, 3), unixepoch(NEW.created)${short})`,
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
      `${changed('status', 'created', 'format', 'batch', ...(withKind ? ['finality', 'annulledAt'] : []))} AND OLD.owner = NEW.owner`,
      [
        fewer,
        more,
        state,
        `UPDATE request_places SET (status, created, format, batch${column}) = (${narrowed}) WHERE place = ${place('OLD')}`,
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
    [
      'requests_go',
      'AFTER DELETE ON requests',
      [
        fewer,
        submissionGone,
        decisionGone,
        'DELETE FROM request_states WHERE position = OLD.serial',
        `DELETE FROM request_places WHERE place = ${place('OLD')}`,
        forget,
      ],
    ],
  ]
}

/** The triggers on `request_counts`, and the tables that count. */
function counting(withKind: boolean): { tables: string[]; triggers: Trigger[] } {
  const [typed, key] = withKind ? ['kind TEXT NOT NULL, ', ', kind'] : ['', '']
  const of = (side: string) => `${side}.format, ${side}.status${withKind ? `, ${side}.kind` : ''}`
  return {
    tables: [
      `CREATE TABLE request_counts (owner TEXT NOT NULL, format TEXT NOT NULL, batch TEXT NOT NULL, status TEXT NOT NULL, ${typed}n INTEGER NOT NULL,
         PRIMARY KEY (owner, format, batch, status${key})) WITHOUT ROWID`,
      `CREATE TABLE request_totals (format TEXT NOT NULL, status TEXT NOT NULL, ${typed}n INTEGER NOT NULL,
         PRIMARY KEY (format, status${key})) WITHOUT ROWID`,
    ],
    triggers: [
      [
        'requests_total_more',
        'AFTER INSERT ON request_counts',
        [`INSERT INTO request_totals VALUES (${of('NEW')}, NEW.n) ON CONFLICT DO UPDATE SET n = n + excluded.n`],
      ],
      [
        'requests_total_anew',
        'AFTER UPDATE OF n ON request_counts',
        [`UPDATE request_totals SET n = n + NEW.n - OLD.n WHERE (format, status${key}) = (${of('NEW')})`],
      ],
      [
        'requests_total_fewer',
        'AFTER DELETE ON request_counts',
        [`UPDATE request_totals SET n = n - OLD.n WHERE (format, status${key}) = (${of('OLD')})`],
      ],
    ],
  }
}

/** The tables are dropped with their own triggers; those on `requests` that name them are dropped first. */
function rebuild(app: CoreApp, withKind: boolean) {
  const { tables, triggers } = counting(withKind)
  const [counted, short] = withKind ? [`, ${kindOf('requests')}`, `, substr(${kindOf('requests')}, 1, 3)`] : ['', '']
  const column = withKind ? ', kind TEXT' : ''
  const statements = [
    ...following(withKind).map(([name]) => `DROP TRIGGER ${name}`),
    ...['states', 'places', 'counts', 'totals'].map((name) => `DROP TABLE request_${name}`),
    `CREATE TABLE request_states (position INTEGER PRIMARY KEY, status TEXT, created INTEGER${column})`,
    `CREATE TABLE request_places (place INTEGER PRIMARY KEY, status TEXT, created INTEGER, format TEXT, batch TEXT${column})`,
    ...tables,
    ...[...triggers, ...following(withKind)].map(
      ([name, when, steps]) => `CREATE TRIGGER ${name} ${when} BEGIN ${steps.join('; ')}; END`,
    ),
    `INSERT INTO request_states SELECT serial, substr(status, 1, 3), unixepoch(created)${short} FROM requests`,
    `INSERT INTO request_places
     SELECT n << 32 | requests.serial, substr(status, 1, 3), unixepoch(created), format, batch${short}
     FROM requests JOIN request_owners ON request_owners.owner = requests.owner`,
    `INSERT INTO request_counts SELECT owner, format, batch, status${counted}, count(*) FROM requests
     GROUP BY ${withKind ? '1, 2, 3, 4, 5' : '1, 2, 3, 4'}`,
  ]
  for (const sql of statements) app.db().newQuery(sql).execute()
}

migrate(
  (app) => rebuild(app, true),
  (app) => rebuild(app, false),
)
