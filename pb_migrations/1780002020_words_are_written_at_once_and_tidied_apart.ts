// What a row writes is not put together in its own transaction, for which others wait, but by `tidySearch`.
const settings = (automerge: number, crisismerge: number) => [
  `INSERT INTO request_search (request_search, rank) VALUES ('automerge', ${automerge})`,
  `INSERT INTO request_search (request_search, rank) VALUES ('crisismerge', ${crisismerge})`,
]

const found = (insert: string) => [
  'DROP TRIGGER requests_are_found',
  `CREATE TRIGGER requests_are_found AFTER INSERT ON requests BEGIN
     INSERT INTO request_search (rowid, words) ${insert};
   END`,
]

/** As the view `request_words` has them, which would look up each of the thousands again that are made at once. */
const ofTheRow = `VALUES (NEW.rowid, replace(NEW.number, '-', '') || ' ' || ltrim(substr(NEW.number, -6), '0') || ' ' ||
  NEW.summary || ' ' || ifnull((SELECT name FROM users WHERE id = NEW.owner), '') ||
  ' ' || char(57344) || 'o' || NEW.owner || ' ' || char(57344) || 'f' || NEW.format ||
  ' ' || char(57344) || 'b' || NEW.batch)`

migrate(
  (app) => {
    for (const sql of [...settings(0, 64), ...found(ofTheRow)]) app.db().newQuery(sql).execute()
  },
  (app) => {
    const ofTheView = 'SELECT position, words FROM request_words WHERE position = NEW.rowid'
    for (const sql of [...settings(4, 16), ...found(ofTheView)]) app.db().newQuery(sql).execute()
  },
)
