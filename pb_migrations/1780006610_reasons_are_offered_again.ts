// How often each reason was given, once for each decision of however many requests. Few are kept, so that a decision pays little for it and
// who decides is offered what he would type anyway.
migrate(
  (app) => {
    for (const sql of [
      `CREATE TABLE decision_reasons (action TEXT NOT NULL, format TEXT NOT NULL, reason TEXT NOT NULL, uses INTEGER NOT NULL, latest TEXT NOT NULL,
         PRIMARY KEY (action, format, reason)) WITHOUT ROWID`,
      `INSERT INTO decision_reasons (action, format, reason, uses, latest)
       SELECT action, requests.format, events.reason, count(DISTINCT events.actor || events.created), max(events.created)
       FROM events JOIN requests ON requests.id = events.subjectId
       WHERE events.subject = 'requests' AND events.action IN ('return', 'reject') AND length(events.reason) BETWEEN 1 AND 200
       GROUP BY action, requests.format, events.reason`,
    ])
      app.db().newQuery(sql).execute()
  },
  (app) => void app.db().newQuery('DROP TABLE decision_reasons').execute(),
)
