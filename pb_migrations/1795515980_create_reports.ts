import { runStatements } from './schema.ts'

// Reports are computed from the history. `pb_hooks/requests/derived/report-history-tables.ts` and `report-tables.ts` rebuild
// these tables.
const tables = [
  // Decisions with their waiting time and the time of the request's previous decision, which differs by column.
  // `before`: any decision; `alike`: same action; `own`: same approver; `ownAlike`: same action and approver.
  // A report counts only the first decision in its period, so that it compares no rows.
  `CREATE TABLE reported_decisions (decidedAt TEXT NOT NULL, position INTEGER NOT NULL, action TEXT NOT NULL, reviewer TEXT NOT NULL,
     format TEXT NOT NULL, seconds INTEGER, before TEXT NOT NULL, alike TEXT NOT NULL, own TEXT NOT NULL, ownAlike TEXT NOT NULL,
     PRIMARY KEY (decidedAt, position)) WITHOUT ROWID`,
  'CREATE INDEX idx_reported_decisions_position ON reported_decisions (position)',
  'CREATE INDEX idx_reported_decisions_waits ON reported_decisions (reviewer, seconds, decidedAt, action, format, before, alike, own, ownAlike)',
  'CREATE INDEX idx_reported_decisions_seconds ON reported_decisions (seconds, decidedAt, format)',
  // Waiting time of each stage, one row per decision.
  `CREATE TABLE reported_steps (decidedAt TEXT NOT NULL, position INTEGER NOT NULL, step TEXT NOT NULL, reviewer TEXT NOT NULL,
     format TEXT NOT NULL, seconds INTEGER NOT NULL, PRIMARY KEY (decidedAt, position, step, reviewer)) WITHOUT ROWID`,
  'CREATE INDEX idx_reported_steps_position ON reported_steps (position)',
  'CREATE INDEX idx_reported_steps_waits ON reported_steps (format, step, reviewer, seconds, decidedAt)',
  'CREATE INDEX idx_reported_steps_seconds ON reported_steps (format, step, seconds, decidedAt)',
  `CREATE TABLE previous_submissions (submittedAt TEXT NOT NULL, position INTEGER NOT NULL, format TEXT NOT NULL,
     PRIMARY KEY (submittedAt, position)) WITHOUT ROWID`,
  'CREATE INDEX idx_previous_submissions_position ON previous_submissions (position)',
  // Amounts of approved requests in units and millionths, so that totals are exact integers.
  `CREATE TABLE request_amounts (format TEXT NOT NULL, key TEXT NOT NULL, decidedAt TEXT NOT NULL, position INTEGER NOT NULL,
     whole INTEGER NOT NULL, millionths INTEGER NOT NULL, PRIMARY KEY (format, key, decidedAt, position)) WITHOUT ROWID`,
]

const action = "CASE NEW.status WHEN 'approved' THEN 'approve' WHEN 'returned' THEN 'return' ELSE 'reject' END"
const lastTime = (which: string) => `ifnull(max(decidedAt) FILTER (WHERE ${which}), '')`
/**
 * Returns the SQL that records a decision. Ignores duplicates, because undo restores the time of the previous
 * decision, whose row remains.
 */
const addDecision = (seconds: string) => `INSERT OR IGNORE INTO reported_decisions
  SELECT NEW.decidedAt, NEW.serial, ${action}, NEW.reviewer, NEW.format, ${seconds}, ${lastTime('TRUE')}, ${lastTime(`action = ${action}`)},
    ${lastTime('reviewer = NEW.reviewer')}, ${lastTime(`action = ${action} AND reviewer = NEW.reviewer`)}
  FROM reported_decisions WHERE position = NEW.serial AND decidedAt < NEW.decidedAt`
/** Seconds since the latest submission or reopening in the history. */
const waited = `max(0, unixepoch(NEW.decidedAt) - unixepoch(
  ifnull((SELECT max(created) FROM events WHERE subjectId = NEW.id AND action IN ('submit', 'reopen')), NEW.submittedAt)))`

const addAmounts = `INSERT OR REPLACE INTO request_amounts
  SELECT format, key, decidedAt, position, CAST(text AS INTEGER),
    CAST(substr(substr(text, instr(text || '.', '.') + 1) || '000000', 1, 6) AS INTEGER) * iif(text LIKE '-%', -1, 1)
  FROM (SELECT amount_keys.format, amount_keys.key, NEW.decidedAt, NEW.serial AS position,
      CAST(json_extract(NEW."values", '$.' || amount_keys.key) AS TEXT) AS text
    FROM amount_keys WHERE format = NEW.format AND NEW.status = 'approved' AND NEW.decidedAt != '')
  WHERE text GLOB '*[0-9]' AND text NOT GLOB '?*[^0-9.]*' AND text GLOB '[-0-9]*'`
const deleteAmounts = `DELETE FROM request_amounts WHERE format = OLD.format AND decidedAt = OLD.decidedAt AND position = OLD.serial
  AND key IN (SELECT key FROM amount_keys WHERE format = OLD.format)`

/** Returns the SQL condition that the history has an event within a minute after a time of the request. */
const isInHistory = (time: string, which: string) => `EXISTS (SELECT 1 FROM events WHERE subjectId = OLD.id
  AND created >= ${time} AND created <= strftime('%Y-%m-%d %H:%M:%fZ', ${time}, '+1 minute') AND ${which})`
const isDecision = `action IN ('submit', 'approve', 'return', 'reject') AND "to" IN ('approved', 'returned', 'rejected')`

/** Returns the SQL that updates the previous-decision columns of a request's later decisions. */
const updateLater = (row: string) => `UPDATE reported_decisions SET (before, alike, own, ownAlike) = (
    SELECT ifnull(max(decidedAt), ''), ifnull(max(decidedAt) FILTER (WHERE action = reported_decisions.action), ''),
      ifnull(max(decidedAt) FILTER (WHERE reviewer = reported_decisions.reviewer), ''),
      ifnull(max(decidedAt) FILTER (WHERE action = reported_decisions.action AND reviewer = reported_decisions.reviewer), '')
    FROM reported_decisions AS previous WHERE previous.position = reported_decisions.position AND previous.decidedAt < reported_decisions.decidedAt)
  WHERE position = ${row}.position AND decidedAt > ${row}.decidedAt`

/**
 * SQL that records the decision of a stage. Waiting time starts at the submission, the reopening or the decision of
 * a previous stage. A batch submits a request when it creates it.
 */
const addStep = `INSERT OR IGNORE INTO reported_steps SELECT NEW.created, requests.serial,
    ifnull(iif(json_valid(version.route), version.route, '[]') ->> ('$[' || (NEW.position - 1) || '].key'), ''), NEW.person, requests.format,
    max(0, unixepoch(NEW.created) - unixepoch(max(
      ifnull((SELECT max(created) FROM events WHERE subjectId = NEW.request AND action IN ('submit', 'reopen') AND created <= NEW.created),
        iif(requests.batch = '', requests.submittedAt, requests.created)),
      ifnull((SELECT max(created) FROM request_decisions AS previous WHERE previous.request = NEW.request
        AND previous.position < NEW.position AND previous.created <= NEW.created), ''))))
  FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion WHERE requests.id = NEW.request`

const triggers = [
  // A new request has no previous decision.
  `requests_insert_decision AFTER INSERT ON requests WHEN NEW.decidedAt != '' BEGIN
     INSERT OR IGNORE INTO reported_decisions VALUES (NEW.decidedAt, NEW.serial, ${action}, NEW.reviewer, NEW.format, NULL, '', '', '', '');
     ${addAmounts}; END`,
  `requests_add_decision AFTER UPDATE OF decidedAt ON requests WHEN NEW.decidedAt != '' AND NEW.decidedAt IS NOT OLD.decidedAt
     BEGIN ${addDecision(`iif(OLD.status = 'submitted' AND NEW.reviewer != '', ${waited}, NULL)`)}; END`,
  // Deletes the decision of an overwritten time that is missing in the history: it was changed by hand.
  `requests_delete_overwritten_decision AFTER UPDATE OF decidedAt ON requests WHEN OLD.decidedAt != '' AND NEW.decidedAt IS NOT OLD.decidedAt BEGIN
     DELETE FROM reported_decisions WHERE decidedAt = OLD.decidedAt AND position = OLD.serial AND NOT ${isInHistory('OLD.decidedAt', isDecision)}; END`,
  // An operator may also change the values or the time of an approved request.
  `requests_update_amounts AFTER UPDATE OF status, decidedAt, format, "values" ON requests WHEN 'approved' IN (OLD.status, NEW.status)
     BEGIN ${deleteAmounts}; ${addAmounts}; END`,
  `requests_store_previous_submission AFTER UPDATE OF submittedAt ON requests
     WHEN OLD.submittedAt != '' AND NEW.submittedAt IS NOT OLD.submittedAt AND ${isInHistory('OLD.submittedAt', "action = 'submit'")}
     BEGIN INSERT OR IGNORE INTO previous_submissions VALUES (OLD.submittedAt, OLD.serial, OLD.format); END`,
  `requests_update_report_format AFTER UPDATE OF format ON requests WHEN NEW.format IS NOT OLD.format BEGIN
     UPDATE reported_decisions SET format = NEW.format WHERE position = NEW.serial;
     UPDATE reported_steps SET format = NEW.format WHERE position = NEW.serial;
     UPDATE previous_submissions SET format = NEW.format WHERE position = NEW.serial; END`,
  `requests_delete_reports AFTER DELETE ON requests BEGIN
     DELETE FROM reported_decisions WHERE position = OLD.serial;
     DELETE FROM reported_steps WHERE position = OLD.serial;
     DELETE FROM previous_submissions WHERE position = OLD.serial;
     ${deleteAmounts}; END`,
  `reported_decisions_insert_order AFTER INSERT ON reported_decisions BEGIN ${updateLater('NEW')}; END`,
  `reported_decisions_delete_order AFTER DELETE ON reported_decisions BEGIN ${updateLater('OLD')}; END`,
  `request_decisions_insert_step AFTER INSERT ON request_decisions BEGIN ${addStep}; END`,
  `request_decisions_delete_step AFTER DELETE ON request_decisions BEGIN
     DELETE FROM reported_steps WHERE position = (SELECT serial FROM requests WHERE id = OLD.request)
       AND decidedAt = OLD.created AND reviewer = OLD.person; END`,
]

migrate((app) => runStatements(app, ...tables, ...triggers.map((trigger) => `CREATE TRIGGER ${trigger}`)))
