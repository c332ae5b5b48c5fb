// What is written is all that the words hold: whose a request is stands in its place in the index, which begins with the number
// of its owner, so that a search among one's own is one stretch of it, and what else lists are narrowed by in `request_places`.
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

/** In each trigger that needs it: SQLite promises no order among them. */
const knowOwner =
  'INSERT INTO request_owners (owner) SELECT NEW.owner WHERE NEW.owner NOT IN (SELECT owner FROM request_owners)'

const after: Search = {
  table: "remove_diacritics 2 categories 'L* N*'\"",
  place: owned,
  view: `CREATE VIEW request_words AS
    SELECT requests.rowid AS position, request_owners.n << 32 | requests.rowid AS place, ${wordsOf('requests', 'users.name')} AS words
    FROM requests JOIN request_owners ON request_owners.owner = requests.owner LEFT JOIN users ON users.id = requests.owner`,
  words: wordsOf('NEW', nameOf('NEW')),
  owners: [knowOwner],
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

/** What lists are narrowed by, in the order of the places: whoever follows words passes them one after the other. */
const narrowed = (request: string) =>
  `substr(${request}.status, 1, 3), unixepoch(${request}.created), ${request}.format, ${request}.batch`

const places = [
  'CREATE TABLE request_places (place INTEGER PRIMARY KEY, status TEXT, created INTEGER, format TEXT, batch TEXT)',
  `INSERT INTO request_places SELECT request_words.place, ${narrowed('requests')}
   FROM request_words JOIN requests ON requests.rowid = request_words.position ORDER BY request_words.place`,
  `CREATE TRIGGER requests_place_begins AFTER INSERT ON requests BEGIN
     ${knowOwner};
     INSERT INTO request_places VALUES (${owned('NEW')}, ${narrowed('NEW')});
   END`,
  `CREATE TRIGGER requests_place_changes AFTER UPDATE OF status, created, format, batch, owner ON requests
   WHEN (OLD.status, OLD.created, OLD.format, OLD.batch, OLD.owner) IS NOT (NEW.status, NEW.created, NEW.format, NEW.batch, NEW.owner)
   BEGIN
     ${knowOwner};
     DELETE FROM request_places WHERE place = ${owned('OLD')};
     INSERT INTO request_places VALUES (${owned('NEW')}, ${narrowed('NEW')});
   END`,
  `CREATE TRIGGER requests_place_ends AFTER DELETE ON requests BEGIN
     DELETE FROM request_places WHERE place = ${owned('OLD')};
   END`,
]

const ownersBegin = [
  'CREATE TABLE request_owners (n INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE)',
  'INSERT INTO request_owners (owner) SELECT DISTINCT owner FROM requests',
]

migrate(
  (app) => {
    const all = [...ownersBegin, ...search(after), ...places]
    for (const sql of all) app.db().newQuery(sql).execute()
  },
  (app) => {
    const all = [
      ...search(before),
      ...['begins', 'changes', 'ends'].map((name) => `DROP TRIGGER requests_place_${name}`),
      'DROP TABLE request_places',
      'DROP TABLE request_owners',
    ]
    for (const sql of all) app.db().newQuery(sql).execute()
  },
)
