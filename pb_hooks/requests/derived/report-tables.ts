import { type DerivedTable, defineRebuiltTable, defineSupersetTable } from './derived-table.ts'

const amountTypes = "('money', 'integer', 'decimal', 'computed')"

/** Query for the waiting time of each stage in seconds. Must match the trigger `request_decisions_insert_step`. */
const steps = `SELECT DISTINCT done.created, requests.serial,
    ifnull(iif(json_valid(version.route), version.route, '[]') ->> ('$[' || (done.position - 1) || '].key'), ''), done.person, requests.format,
    max(0, unixepoch(done.created) - unixepoch(max(
      ifnull((SELECT max(created) FROM events WHERE subjectId = done.request AND action IN ('submit', 'reopen') AND created <= done.created),
        iif(requests.batch = '', requests.submittedAt, requests.created)),
      ifnull((SELECT max(created) FROM request_decisions AS earlier WHERE earlier.request = done.request
        AND earlier.position < done.position AND earlier.created <= done.created), ''))))
  FROM request_decisions AS done JOIN requests ON requests.id = done.request JOIN format_versions AS version ON version.id = requests.formatVersion`

/** Returns the query of amounts in approved requests, in whole units and millionths. Must match the trigger `requests_update_amounts`. */
const amounts = (which: string) => `SELECT format, key, decidedAt, position, CAST(text AS INTEGER),
    CAST(substr(substr(text, instr(text || '.', '.') + 1) || '000000', 1, 6) AS INTEGER) * iif(text LIKE '-%', -1, 1)
  FROM (SELECT amount_keys.format, amount_keys.key, decidedAt, requests.serial AS position,
      CAST(json_extract(requests."values", '$.' || amount_keys.key) AS TEXT) AS text
    FROM requests JOIN amount_keys USING (format) WHERE requests.status = 'approved' AND decidedAt != '' ${which})
  WHERE text GLOB '*[0-9]' AND text NOT GLOB '?*[^0-9.]*' AND text GLOB '[-0-9]*'`
/** SQL condition that the field is an amount in the request's own version. */
const ofItsVersion = `AND EXISTS (SELECT 1 FROM format_versions AS version, json_each(version.fields) AS field
  WHERE version.id = requests.formatVersion AND field.value ->> 'key' = amount_keys.key AND field.value ->> 'type' IN ${amountTypes})`
const storedAmounts = 'SELECT * FROM request_amounts'
const surplus = `${storedAmounts} EXCEPT ${amounts('')}`
const missing = `${amounts(ofItsVersion)} EXCEPT ${storedAmounts}`

/**
 * SQL of the earliest time in a request that can match an event, because columns are written shortly before their event
 * in the same transaction.
 */
const earliest = "max(ifnull(previous, ''), strftime('%Y-%m-%d %H:%M:%fZ', created, '-1 minute'))"
const buildTimeCondition = (moment: string) => `${moment} > earliest AND ${moment} <= created`

/** Query for submissions, decisions and undo events in write order, with the neighbouring actions. `since`: time of the last submission. */
const actionsQuery = `life AS MATERIALIZED (
  SELECT *, ${earliest} AS earliest FROM (
    SELECT serial AS position, submittedAt, decidedAt, format, action, actor, "from", "to", told.created,
      lag(told.created) OVER lived AS previous, lead(action) OVER lived AS next,
      max(iif(action IN ('submit', 'reopen'), told.created, NULL)) OVER (lived ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS since
    FROM events AS told CROSS JOIN requests ON requests.id = told.subjectId
    WHERE subject = 'requests' AND action IN ('submit', 'approve', 'return', 'reject', 'reopen', 'undo')
    WINDOW lived AS (PARTITION BY serial ORDER BY told.rowid)))`

const waitingSeconds = 'max(0, unixepoch(decidedAt) - unixepoch(since))'
const buildPreviousTime = (which: string) =>
  `ifnull(lag(decidedAt) OVER (PARTITION BY ${which} ORDER BY decidedAt), '')`

/**
 * Returns an SQL expression for the time of an event: the first match of `column` of the request, `column` of a row in `table`, and `created` of
 * the event.
 */
const buildDecisionTime = (
  column: string,
  table: string,
) => `iif(${buildTimeCondition(column)}, ${column}, ifnull((SELECT min(kept.${column}) FROM ${table} AS kept
  WHERE kept.position = life.position AND ${buildTimeCondition(`kept.${column}`)}), created)) AS ${column}`

/**
 * Query for decisions that were not undone. Decisions without events are included as stored in the request and its
 * report row.
 */
const decisions = `WITH ${actionsQuery}, told AS MATERIALIZED (
  SELECT ${buildDecisionTime('decidedAt', 'reported_decisions')}, position, iif(action = 'submit', 'approve', action) AS action,
    iif(action = 'submit', '', actor) AS reviewer, format, action != 'submit' AND actor != '' AND "from" = 'submitted' AS hasWaited, since
  FROM life WHERE action IN ('submit', 'approve', 'return', 'reject') AND "to" IN ('approved', 'returned', 'rejected') AND next IS NOT 'undo'
), whole AS (
  SELECT decidedAt, position, told.action, told.reviewer, told.format,
    CASE WHEN NOT hasWaited THEN NULL WHEN since IS NULL OR abs(kept.seconds - ${waitingSeconds}) < 2 THEN kept.seconds ELSE ${waitingSeconds} END AS seconds
  FROM told LEFT JOIN reported_decisions AS kept USING (decidedAt, position)
  UNION ALL
  SELECT requests.decidedAt, serial,
    ifnull(kept.action, CASE status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END),
    ifnull(kept.reviewer, requests.reviewer), requests.format, kept.seconds
  FROM requests LEFT JOIN reported_decisions AS kept ON kept.decidedAt = requests.decidedAt AND position = serial
  WHERE requests.decidedAt != '' AND (serial, requests.decidedAt) NOT IN (SELECT position, decidedAt FROM told))
SELECT *, ${buildPreviousTime('position')}, ${buildPreviousTime('position, action')}, ${buildPreviousTime('position, reviewer')}, ${buildPreviousTime('position, action, reviewer')} FROM whole`

/** Query for submissions that a later submission replaced. */
const submissions = `WITH ${actionsQuery}
  SELECT ${buildDecisionTime('submittedAt', 'previous_submissions')}, position, format FROM life WHERE action = 'submit' AND NOT (${buildTimeCondition('submittedAt')})`

/**
 * Returns the derived table. Its repair keeps existing correct rows, because their time is more exact than the
 * history's.
 */
function historyTable(name: string, key: string, recount: string): DerivedTable {
  const table = defineRebuiltTable(name, key, recount)
  const [, put = ''] = table.repair
  const drop = `DELETE FROM ${name} WHERE (${key}) NOT IN (SELECT ${key} FROM (${recount}))`
  return { ...table, repair: [drop, put] }
}

export const derivedReportTables: DerivedTable[] = [
  defineSupersetTable(
    'amount_keys',
    'format, key',
    `SELECT format, value ->> 'key' FROM format_versions, json_each(fields) WHERE value ->> 'type' IN ${amountTypes}
     EXCEPT SELECT format, key FROM amount_keys`,
  ),
  {
    name: 'request_amounts',
    surplus,
    missing,
    repair: [
      `DELETE FROM request_amounts WHERE (format, key, decidedAt, position) IN (SELECT format, key, decidedAt, position FROM (${surplus}))`,
      `INSERT OR REPLACE INTO request_amounts ${missing}`,
    ],
  },
  defineRebuiltTable('reported_steps', 'decidedAt, position, step, reviewer', steps),
  historyTable('reported_decisions', 'decidedAt, position', decisions),
  historyTable('previous_submissions', 'submittedAt, position', submissions),
]
