// Lists and the start page tell how many there are of everybody's: a sum over all owners and batches grows with these. It follows
// `request_counts`, whoever writes that.
const table = `CREATE TABLE request_totals (
  format TEXT NOT NULL, status TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (format, status)) WITHOUT ROWID`

const fill = 'INSERT INTO request_totals SELECT format, status, sum(n) FROM request_counts GROUP BY format, status'

const triggers = {
  requests_total_more: `AFTER INSERT ON request_counts BEGIN
    INSERT INTO request_totals VALUES (NEW.format, NEW.status, NEW.n) ON CONFLICT DO UPDATE SET n = n + excluded.n; END`,
  requests_total_anew: `AFTER UPDATE OF n ON request_counts BEGIN
    UPDATE request_totals SET n = n + NEW.n - OLD.n WHERE format = NEW.format AND status = NEW.status; END`,
  requests_total_fewer: `AFTER DELETE ON request_counts BEGIN
    UPDATE request_totals SET n = n - OLD.n WHERE format = OLD.format AND status = OLD.status; END`,
}

migrate(
  (app) => {
    const made = Object.entries(triggers).map(([name, rest]) => `CREATE TRIGGER ${name} ${rest}`)
    for (const sql of [table, fill, ...made]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const name of Object.keys(triggers)) app.db().newQuery(`DROP TRIGGER ${name}`).execute()
    app.db().newQuery('DROP TABLE request_totals').execute()
  },
)
