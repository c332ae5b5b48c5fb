// How much waits at each step, of whom and until when, and what is due at no step: whose share it is differs from person to person, and nobody counts
// it one by one. Where no format has steps or a time, nothing is written there. Those at a step, and those at none, are found in the order they were sent. `pb_hooks/requests/derived-tables.ts` recounts it.
const table = `CREATE TABLE request_waiting (formatVersion TEXT NOT NULL, step INTEGER NOT NULL, owner TEXT NOT NULL, dueAt TEXT NOT NULL,
  n INTEGER NOT NULL, PRIMARY KEY (formatVersion, step, owner, dueAt)) WITHOUT ROWID`
const indexes = {
  idx_requests_step_age: '(formatVersion, step, submittedAt, owner, dueAt) WHERE step > 0',
  idx_requests_open: "(submittedAt) WHERE status = 'submitted' AND step = 0",
}

const waits = (request: string) => `${request}.status = 'submitted' AND (${request}.step > 0 OR ${request}.dueAt != '')`
/** At no step it is everybody's who decides without steps. */
const place = (request: string) =>
  `iif(${request}.step > 0, ${request}.formatVersion, ''), ${request}.step, iif(${request}.step > 0, ${request}.owner, ''), ${request}.dueAt`
const more = `INSERT INTO request_waiting SELECT ${place('NEW')}, 1 WHERE ${waits('NEW')} ON CONFLICT DO UPDATE SET n = n + 1`
const itsOwn = `(formatVersion, step, owner, dueAt) = (${place('OLD')})`
const fewer = `UPDATE request_waiting SET n = n - 1 WHERE ${waits('OLD')} AND ${itsOwn}`
const none = `DELETE FROM request_waiting WHERE ${itsOwn} AND n = 0`
const columns = ['status', 'step', 'dueAt', 'owner', 'formatVersion']
const of = (request: string) => columns.map((column) => `${request}.${column}`).join(', ')

const triggers = {
  requests_begin_to_wait: `AFTER INSERT ON requests WHEN ${waits('NEW')} BEGIN ${more}; END`,
  requests_wait_elsewhere: `AFTER UPDATE OF ${columns.join(', ')} ON requests
    WHEN (${of('OLD')}) IS NOT (${of('NEW')}) AND (${waits('OLD')} OR ${waits('NEW')}) BEGIN ${fewer}; ${none}; ${more}; END`,
  requests_go_from_where_they_wait: `AFTER DELETE ON requests WHEN ${waits('OLD')} BEGIN ${fewer}; ${none}; END`,
}

migrate(
  (app) => {
    const run = (sql: string) => app.db().newQuery(sql).execute()
    run(table)
    for (const [name, index] of Object.entries(indexes)) run(`CREATE INDEX ${name} ON requests ${index}`)
    run(
      `INSERT INTO request_waiting SELECT ${place('requests')}, count(*) FROM requests WHERE ${waits('requests')} GROUP BY 1, 2, 3, 4`,
    )
    for (const [name, trigger] of Object.entries(triggers)) run(`CREATE TRIGGER ${name} ${trigger}`)
  },
  (app) => {
    const run = (sql: string) => app.db().newQuery(sql).execute()
    for (const name of Object.keys(triggers)) run(`DROP TRIGGER ${name}`)
    for (const name of Object.keys(indexes)) run(`DROP INDEX ${name}`)
    run('DROP TABLE request_waiting')
  },
)
