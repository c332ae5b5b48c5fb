// A list tells how many there are on every page: counted once at each change instead of a hundred thousand times.
const table = `CREATE TABLE request_counts (
  owner TEXT NOT NULL, format TEXT NOT NULL, batch TEXT NOT NULL, status TEXT NOT NULL, n INTEGER NOT NULL,
  PRIMARY KEY (owner, format, batch, status)) WITHOUT ROWID`

const more = `INSERT INTO request_counts VALUES (NEW.owner, NEW.format, NEW.batch, NEW.status, 1)
  ON CONFLICT DO UPDATE SET n = n + 1`

const fewer = `UPDATE request_counts SET n = n - 1
  WHERE owner = OLD.owner AND format = OLD.format AND batch = OLD.batch AND status = OLD.status`

const triggers = [
  `CREATE TRIGGER requests_count_more AFTER INSERT ON requests BEGIN ${more}; END`,
  `CREATE TRIGGER requests_count_anew AFTER UPDATE OF owner, format, batch, status ON requests BEGIN ${fewer}; ${more}; END`,
  `CREATE TRIGGER requests_count_fewer AFTER DELETE ON requests BEGIN ${fewer}; END`,
]

migrate(
  (app) => {
    for (const sql of [table, ...triggers]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const name of ['more', 'anew', 'fewer']) app.db().newQuery(`DROP TRIGGER requests_count_${name}`).execute()
    app.db().newQuery('DROP TABLE request_counts').execute()
  },
)
