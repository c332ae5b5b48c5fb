// What was written before is sealed as it stands now: up to 5,000 events a link, because their text is held at once.
const most = 5_000

function value(app: CoreApp, sql: string, params: Record<string, string | number>): { text: string; n: number } {
  const found = new DynamicModel({ text: '', n: 0 }) as unknown as { text: string; n: number }
  app
    .db()
    .newQuery(sql)
    .bind(params)
    .one(found as unknown as DynamicModel)
  return found
}

migrate(
  (app) => {
    const run = (sql: string, params = {}) => app.db().newQuery(sql).bind(params).execute()
    run(`CREATE TABLE event_links (
      last INTEGER PRIMARY KEY, count INTEGER NOT NULL, hash TEXT NOT NULL, origin TEXT NOT NULL,
      salt TEXT NOT NULL, address TEXT NOT NULL, device TEXT NOT NULL, at INTEGER NOT NULL)`)
    run("CREATE INDEX idx_event_links_kept ON event_links (at) WHERE address != ''")
    const until = value(app, "SELECT '' AS text, ifnull(max(rowid), 0) AS n FROM events", {}).n
    let hash = ''
    for (let first = 0; first < until; first += most) {
      const last = Math.min(first + most, until)
      const { text: lines } = value(
        app,
        `SELECT hex(group_concat(line, char(10))) AS text, 0 AS n FROM (
           SELECT json_array(id, subject, subjectId, actor, actorName, owner, action, "from", "to", reason, details, created) AS line
           FROM events WHERE rowid > {:first} AND rowid <= {:last} ORDER BY rowid)`,
        { first, last },
      )
      hash = $security.sha256(`${hash}\n\n${lines}`)
      run("INSERT INTO event_links VALUES ({:last}, {:count}, {:hash}, '', '', '', '', unixepoch())", {
        last,
        count: last - first,
        hash,
      })
    }
  },
  (app) => {
    app.db().newQuery('DROP TABLE event_links').execute()
  },
)
