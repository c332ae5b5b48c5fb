// What is written is all that the words hold: whose a request is stands in its place in the index, which begins with the number
// of its owner, so that a search among one's own is one stretch of it, and what else lists are narrowed by in `request_states`.
// Private-use characters are no letters (`categories`).
interface Search {
  table: string
  place: (request: string) => string
  view: string
  words: string
  owners: string[]
}

const wordsOf = (request: string, name: string) =>
  `replace(${request}.number, '-', '') || ' ' || ltrim(substr(${request}.number, -6), '0') || ' ' || ${request}.summary || ' ' || ifnull(${name}, '')`
const keysOf = (request: string) =>
  `' ' || char(57344) || 'o' || ${request}.owner || ' ' || char(57344) || 'f' || ${request}.format || ' ' || char(57344) || 'b' || ${request}.batch`
const nameOf = (request: string) => `(SELECT name FROM users WHERE id = ${request}.owner)`

const owned = (request: string) =>
  `((SELECT n FROM request_owners WHERE owner = ${request}.owner) << 32 | ${request}.rowid)`

const after: Search = {
  table: "remove_diacritics 2 categories 'L* N*'\"",
  place: owned,
  view: `CREATE VIEW request_words AS
    SELECT requests.rowid AS position, request_owners.n << 32 | requests.rowid AS place, ${wordsOf('requests', 'users.name')} AS words
    FROM requests JOIN request_owners ON request_owners.owner = requests.owner LEFT JOIN users ON users.id = requests.owner`,
  words: wordsOf('NEW', nameOf('NEW')),
  owners: [
    'INSERT INTO request_owners (owner) SELECT NEW.owner WHERE NEW.owner NOT IN (SELECT owner FROM request_owners)',
  ],
}

const before: Search = {
  table: 'remove_diacritics 2"',
  place: (request) => `${request}.rowid`,
  view: `CREATE VIEW request_words AS
    SELECT requests.rowid AS position, requests.rowid AS place, ${wordsOf('requests', 'users.name')} || ${keysOf('requests')} AS words
    FROM requests LEFT JOIN users ON users.id = requests.owner`,
  words: `${wordsOf('NEW', nameOf('NEW'))} || ${keysOf('NEW')}`,
  owners: [],
}

const names = ['are_found', 'are_found_anew', 'are_forgotten', 'follow_names']

function search({ table, place, view, words, owners }: Search): string[] {
  const forget = `DELETE FROM request_search WHERE rowid = ${place('OLD')}`
  const find = [...owners, `INSERT INTO request_search (rowid, words) VALUES (${place('NEW')}, ${words})`]
  const trigger = (name: string, when: string, steps: string[]) =>
    `CREATE TRIGGER requests_${name} AFTER ${when} BEGIN ${steps.join('; ')}; END`
  return [
    ...names.map((name) => `DROP TRIGGER requests_${name}`),
    'DROP TABLE request_search',
    'DROP VIEW request_words',
    view,
    `CREATE VIRTUAL TABLE request_search USING fts5(
      words, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5 6', tokenize = "unicode61 ${table})`,
    "INSERT INTO request_search (request_search, rank) VALUES ('automerge', 0)",
    "INSERT INTO request_search (request_search, rank) VALUES ('crisismerge', 64)",
    'INSERT INTO request_search (rowid, words) SELECT place, words FROM request_words ORDER BY place',
    trigger('are_found', 'INSERT ON requests', find),
    trigger(
      'are_found_anew',
      `UPDATE OF number, summary, owner ON requests
       WHEN (OLD.number, OLD.summary, OLD.owner) IS NOT (NEW.number, NEW.summary, NEW.owner)`,
      [forget, ...find],
    ),
    trigger('are_forgotten', 'DELETE ON requests', [forget]),
    trigger('follow_names', 'UPDATE OF name ON users WHEN OLD.name != NEW.name', [
      'DELETE FROM request_search WHERE rowid IN (SELECT place FROM request_words WHERE position IN (SELECT rowid FROM requests WHERE owner = NEW.id))',
      `INSERT INTO request_search (rowid, words)
       SELECT place, words FROM request_words WHERE position IN (SELECT rowid FROM requests WHERE owner = NEW.id)`,
    ]),
  ]
}

type Kept = 'status' | 'created' | 'format' | 'batch'

/** What stands in `request_states` beside the row number. */
const shape: Record<Kept, { type: string; of: (request: string) => string }> = {
  status: { type: 'TEXT', of: (request) => `substr(${request}.status, 1, 3)` },
  created: { type: 'INTEGER', of: (request) => `unixepoch(${request}.created)` },
  format: { type: 'TEXT', of: (request) => `${request}.format` },
  batch: { type: 'TEXT', of: (request) => `${request}.batch` },
}

function states(kept: Kept[]): string[] {
  const all = (request: string) => kept.map((name) => shape[name].of(request)).join(', ')
  const each = (row: string) => kept.map((name) => `${row}.${name}`).join(', ')
  const set = kept.map((name) => `${name} = ${shape[name].of('NEW')}`).join(', ')
  return [
    ...['begins', 'changes', 'ends'].map((name) => `DROP TRIGGER requests_state_${name}`),
    'DROP TABLE request_states',
    `CREATE TABLE request_states (position INTEGER PRIMARY KEY, ${kept.map((name) => `${name} ${shape[name].type}`).join(', ')})`,
    `INSERT INTO request_states SELECT rowid, ${all('requests')} FROM requests`,
    `CREATE TRIGGER requests_state_begins AFTER INSERT ON requests BEGIN
       INSERT INTO request_states VALUES (NEW.rowid, ${all('NEW')});
     END`,
    `CREATE TRIGGER requests_state_changes AFTER UPDATE OF ${kept.join(', ')} ON requests
     WHEN (${each('OLD')}) IS NOT (${each('NEW')})
     BEGIN
       UPDATE request_states SET ${set} WHERE position = NEW.rowid;
     END`,
    `CREATE TRIGGER requests_state_ends AFTER DELETE ON requests BEGIN
       DELETE FROM request_states WHERE position = OLD.rowid;
     END`,
  ]
}

const ownersBegin = [
  'CREATE TABLE request_owners (n INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE)',
  'INSERT INTO request_owners (owner) SELECT DISTINCT owner FROM requests',
]

migrate(
  (app) => {
    const all = [...ownersBegin, ...search(after), ...states(['status', 'created', 'format', 'batch'])]
    for (const sql of all) app.db().newQuery(sql).execute()
  },
  (app) => {
    const all = [...search(before), ...states(['status', 'created']), 'DROP TABLE request_owners']
    for (const sql of all) app.db().newQuery(sql).execute()
  },
)
