// Most of a history is of requests, and of few kinds: what is rare has an index of its own, which they are not written to.
const indexes = {
  idx_events_rare_subject: "events (subject) WHERE subject != 'requests'",
  idx_events_rare_action: "events (action) WHERE action NOT IN ('submit', 'approve', 'document', 'create')",
  idx_events_reasons: "events (id) WHERE reason != ''",
}

migrate(
  (app) => {
    for (const [name, on] of Object.entries(indexes)) app.db().newQuery(`CREATE INDEX ${name} ON ${on}`).execute()
  },
  (app) => {
    for (const name of Object.keys(indexes)) app.db().newQuery(`DROP INDEX ${name}`).execute()
  },
)
