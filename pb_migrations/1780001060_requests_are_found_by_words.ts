// What a request is found by: its number without hyphens, the last digits without zeros, its summary, its owner's name, and
// what lists are narrowed by as one word each, so that a search among one's own never walks through everybody's: U+E000,
// which nobody types, sets these apart. What a decision changes is left out: thousands are decided at once, and a word
// costs more than the row.
const words = `CREATE VIEW request_words AS
  SELECT requests.rowid AS position,
    replace(requests.number, '-', '') || ' ' || ltrim(substr(requests.number, -6), '0') || ' ' ||
    requests.summary || ' ' || ifnull(users.name, '') ||
    ' ' || char(57344) || 'o' || requests.owner || ' ' || char(57344) || 'f' || requests.format ||
    ' ' || char(57344) || 'b' || requests.batch AS words
  FROM requests LEFT JOIN users ON users.id = requests.owner`

const search = `CREATE VIRTUAL TABLE request_search USING fts5(
  words, content = '', contentless_delete = 1, detail = none, prefix = '2 3 4 5 6',
  tokenize = "unicode61 remove_diacritics 2")`

const insert = 'INSERT INTO request_search (rowid, words) SELECT position, words FROM request_words'

const triggers = [
  `CREATE TRIGGER requests_are_found AFTER INSERT ON requests BEGIN
     ${insert} WHERE position = NEW.rowid;
   END`,
  `CREATE TRIGGER requests_are_found_anew AFTER UPDATE OF number, summary, owner ON requests
   WHEN (OLD.number, OLD.summary, OLD.owner) IS NOT (NEW.number, NEW.summary, NEW.owner)
   BEGIN
     DELETE FROM request_search WHERE rowid = OLD.rowid;
     ${insert} WHERE position = NEW.rowid;
   END`,
  `CREATE TRIGGER requests_are_forgotten AFTER DELETE ON requests BEGIN
     DELETE FROM request_search WHERE rowid = OLD.rowid;
   END`,
  `CREATE TRIGGER requests_follow_names AFTER UPDATE OF name ON users WHEN OLD.name != NEW.name BEGIN
     DELETE FROM request_search WHERE rowid IN (SELECT rowid FROM requests WHERE owner = NEW.id);
     ${insert} WHERE position IN (SELECT rowid FROM requests WHERE owner = NEW.id);
   END`,
]

migrate(
  (app) => {
    for (const sql of [words, search, ...triggers]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const name of ['are_found', 'are_found_anew', 'are_forgotten', 'follow_names'])
      app.db().newQuery(`DROP TRIGGER requests_${name}`).execute()
    app.db().newQuery('DROP TABLE request_search').execute()
    app.db().newQuery('DROP VIEW request_words').execute()
  },
)
