// A report of a long period is of most of what was decided: it is read in the order in which its waits are wanted, instead of being ordered each time.
const indexes = {
  idx_reported_decisions_waits:
    'reported_decisions (reviewer, seconds, decidedAt, action, format, before, alike, own, ownAlike)',
  idx_reported_decisions_seconds: 'reported_decisions (seconds, decidedAt, format)',
  idx_reported_steps_waits: 'reported_steps (format, step, reviewer, seconds, decidedAt)',
  idx_reported_steps_seconds: 'reported_steps (format, step, seconds, decidedAt)',
}

migrate(
  (app) => {
    for (const [name, on] of Object.entries(indexes)) app.db().newQuery(`CREATE INDEX ${name} ON ${on}`).execute()
  },
  (app) => {
    for (const name of Object.keys(indexes)) app.db().newQuery(`DROP INDEX ${name}`).execute()
  },
)
