// What lists are narrowed by and decisions change, by row number: a list that follows words or an order passes thousands
// of rows, and those of `requests`, with their values, are ten times as slow to reach as these: the status by its first
// three letters, the creation in Unix seconds.
const table = 'CREATE TABLE request_states (position INTEGER PRIMARY KEY, status TEXT, created INTEGER)'

const fill = 'INSERT INTO request_states SELECT rowid, substr(status, 1, 3), unixepoch(created) FROM requests'

const triggers = [
  `CREATE TRIGGER requests_state_begins AFTER INSERT ON requests BEGIN
     INSERT INTO request_states VALUES (NEW.rowid, substr(NEW.status, 1, 3), unixepoch(NEW.created));
   END`,
  `CREATE TRIGGER requests_state_changes AFTER UPDATE OF status, created ON requests
   WHEN (OLD.status, OLD.created) IS NOT (NEW.status, NEW.created)
   BEGIN
     UPDATE request_states SET status = substr(NEW.status, 1, 3), created = unixepoch(NEW.created)
     WHERE position = NEW.rowid;
   END`,
  `CREATE TRIGGER requests_state_ends AFTER DELETE ON requests BEGIN
     DELETE FROM request_states WHERE position = OLD.rowid;
   END`,
]

migrate(
  (app) => {
    for (const sql of [table, fill, ...triggers]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const name of ['begins', 'changes', 'ends']) app.db().newQuery(`DROP TRIGGER requests_state_${name}`).execute()
    app.db().newQuery('DROP TABLE request_states').execute()
  },
)
