// What is counted from decisions is what the history tells: how long one waited is counted from when the history says it was sent; what somebody wrote over
// by hand was no decision and no submission; and what a row tells of the one before follows when that goes. `pb_hooks/requests/reported-history.ts` recounts it.
const decided = 'requests_are_decided'
const [since, sinceSent] = [
  `max(NEW.submittedAt, ifnull((SELECT max(created) FROM events WHERE subjectId = NEW.id AND action = 'reopen'), ''))`,
  `ifnull((SELECT max(created) FROM events WHERE subjectId = NEW.id AND action IN ('submit', 'reopen')), NEW.submittedAt)`,
]

/** Whether the history tells, at most a minute later, what a request says of a moment. */
const told = (moment: string, which: string) => `EXISTS (SELECT 1 FROM events WHERE subjectId = OLD.id
  AND created >= ${moment} AND created <= strftime('%Y-%m-%d %H:%M:%fZ', ${moment}, '+1 minute') AND ${which})`
const isDecision = `action IN ('submit', 'approve', 'return', 'reject') AND "to" IN ('approved', 'returned', 'rejected')`

const wereSentBefore = (
  kept: string,
) => `CREATE TRIGGER requests_were_sent_before AFTER UPDATE OF submittedAt ON requests
  WHEN OLD.submittedAt != '' AND NEW.submittedAt IS NOT OLD.submittedAt ${kept}
  BEGIN INSERT OR IGNORE INTO earlier_submissions VALUES (OLD.submittedAt, OLD.serial, OLD.format); END`
const leaveNoDecisions = (
  which: string,
) => `CREATE TRIGGER requests_leave_no_decisions AFTER DELETE ON requests ${which} BEGIN
  DELETE FROM reported_decisions WHERE position = OLD.serial;
  DELETE FROM earlier_submissions WHERE position = OLD.serial;
  DELETE FROM request_amounts WHERE format = OLD.format AND decidedAt = OLD.decidedAt AND position = OLD.serial
    AND key IN (SELECT key FROM amount_keys WHERE format = OLD.format); END`

/** What the rows after one tell of those before them. */
const laterOnes = (one: string) => `UPDATE reported_decisions SET (before, alike, own, ownAlike) = (
    SELECT ifnull(max(decidedAt), ''), ifnull(max(decidedAt) FILTER (WHERE action = reported_decisions.action), ''),
      ifnull(max(decidedAt) FILTER (WHERE reviewer = reported_decisions.reviewer), ''),
      ifnull(max(decidedAt) FILTER (WHERE action = reported_decisions.action AND reviewer = reported_decisions.reviewer), '')
    FROM reported_decisions AS earlier WHERE earlier.position = reported_decisions.position AND earlier.decidedAt < reported_decisions.decidedAt)
  WHERE position = ${one}.position AND decidedAt > ${one}.decidedAt`

const made = {
  decisions_come_before_others: `AFTER INSERT ON reported_decisions BEGIN ${laterOnes('NEW')}; END`,
  decisions_go_from_before_others: `AFTER DELETE ON reported_decisions BEGIN ${laterOnes('OLD')}; END`,
  requests_are_decided_otherwise: `AFTER UPDATE OF decidedAt ON requests WHEN OLD.decidedAt != '' AND NEW.decidedAt IS NOT OLD.decidedAt BEGIN
    DELETE FROM reported_decisions WHERE decidedAt = OLD.decidedAt AND position = OLD.serial AND NOT ${told('OLD.decidedAt', isDecision)}; END`,
  requests_are_reported_of_their_format: `AFTER UPDATE OF format ON requests WHEN NEW.format IS NOT OLD.format BEGIN
    UPDATE reported_decisions SET format = NEW.format WHERE position = NEW.serial;
    UPDATE reported_steps SET format = NEW.format WHERE position = NEW.serial;
    UPDATE earlier_submissions SET format = NEW.format WHERE position = NEW.serial; END`,
}

const within = (moment: string) =>
  `(${moment} > max(ifnull(previous, ''), strftime('%Y-%m-%d %H:%M:%fZ', created, '-1 minute')) AND ${moment} <= created)`
/** What was sent, decided and taken back, in the order of writing. */
const life = `WITH life AS MATERIALIZED (
  SELECT serial AS position, submittedAt, decidedAt, format, action, actor, "from", "to", told.created,
    lag(told.created) OVER lived AS previous, lead(action) OVER lived AS next,
    max(iif(action IN ('submit', 'reopen'), told.created, NULL)) OVER (lived ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS since
  FROM events AS told CROSS JOIN requests ON requests.id = told.subjectId
  WHERE subject = 'requests' AND action IN ('submit', 'approve', 'return', 'reject', 'reopen', 'undo')
  WINDOW lived AS (PARTITION BY serial ORDER BY told.rowid))`
const before = (among: string) => `ifnull(lag(decidedAt) OVER (PARTITION BY ${among} ORDER BY decidedAt), '')`

/** All of it anew: what was filled in counted also what was taken back, and steps that only led on. */
const fill = [
  'DELETE FROM reported_decisions',
  'DELETE FROM earlier_submissions',
  `INSERT OR IGNORE INTO reported_decisions ${life}, told AS MATERIALIZED (
     SELECT iif(${within('decidedAt')}, decidedAt, created) AS decidedAt, position, iif(action = 'submit', 'approve', action) AS action,
       iif(action = 'submit', '', actor) AS reviewer, format, iif(action != 'submit' AND actor != '' AND "from" = 'submitted', since, NULL) AS since
     FROM life WHERE ${isDecision} AND next IS NOT 'undo'
   ), recounted AS (
     SELECT decidedAt, position, action, reviewer, format, max(0, unixepoch(decidedAt) - unixepoch(since)) AS seconds FROM told
     UNION ALL
     SELECT decidedAt, serial, CASE status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END, reviewer, format, NULL
     FROM requests WHERE decidedAt != '' AND (serial, decidedAt) NOT IN (SELECT position, decidedAt FROM told))
   SELECT *, ${before('position')}, ${before('position, action')}, ${before('position, reviewer')}, ${before('position, action, reviewer')} FROM recounted`,
  `INSERT OR IGNORE INTO earlier_submissions ${life}
   SELECT created, position, format FROM life WHERE action = 'submit' AND NOT ${within('submittedAt')}`,
]

function rewrite(app: CoreApp, from: string, to: string) {
  const model = new DynamicModel({ sql: '' })
  app.db().newQuery(`SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = '${decided}'`).one(model)
  const { sql } = model as unknown as { sql: string }
  if (!sql.includes(from)) throw new Error(`the trigger ${decided} is another one`)
  change(app, [`DROP TRIGGER ${decided}`, sql.replace(from, to)])
}

function change(app: CoreApp, statements: string[]) {
  for (const sql of statements) app.db().newQuery(sql).execute()
}

const others = ['DROP TRIGGER requests_were_sent_before', 'DROP TRIGGER requests_leave_no_decisions']

migrate(
  (app) => {
    rewrite(app, since, sinceSent)
    change(app, [
      ...fill,
      ...others,
      wereSentBefore(`AND ${told('OLD.submittedAt', "action = 'submit'")}`),
      leaveNoDecisions(''),
      ...Object.entries(made).map(([name, trigger]) => `CREATE TRIGGER ${name} ${trigger}`),
    ])
  },
  (app) => {
    rewrite(app, sinceSent, since)
    change(app, [
      ...Object.keys(made).map((name) => `DROP TRIGGER ${name}`),
      ...others,
      wereSentBefore(''),
      leaveNoDecisions("WHEN OLD.submittedAt != ''"),
    ])
  },
)
