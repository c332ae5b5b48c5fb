import { runStatements } from './schema.ts'

// Data derived from `requests` by triggers: search words, list positions and counts. `pb_hooks/requests/derived/derived-repair.ts`
// rebuilds all of it.
// The key is `requests.serial`. `place` is the requester's number << 32 | serial, so that the requests of one
// requester are adjacent.
const tables = [
  'CREATE TABLE request_owners (n INTEGER PRIMARY KEY, owner TEXT NOT NULL UNIQUE)',
  'CREATE TABLE request_states (position INTEGER PRIMARY KEY, status TEXT, created INTEGER, kind TEXT)',
  'CREATE TABLE request_places (place INTEGER PRIMARY KEY, status TEXT, created INTEGER, format TEXT, batch TEXT, kind TEXT)',
  `CREATE TABLE request_counts (owner TEXT NOT NULL, format TEXT NOT NULL, batch TEXT NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL,
     n INTEGER NOT NULL, PRIMARY KEY (owner, format, batch, status, kind)) WITHOUT ROWID`,
  `CREATE TABLE request_totals (format TEXT NOT NULL, status TEXT NOT NULL, kind TEXT NOT NULL, n INTEGER NOT NULL,
     PRIMARY KEY (format, status, kind)) WITHOUT ROWID`,
  // Submitted and decided requests per hour, for example `2026-11-20 14` (UTC).
  'CREATE TABLE request_hours (hour TEXT PRIMARY KEY, submitted INTEGER NOT NULL, decided INTEGER NOT NULL) WITHOUT ROWID',
  // Numbers of pending requests by stage, and of pending requests without a stage that have a deadline.
  `CREATE TABLE request_waiting (formatVersion TEXT NOT NULL, step INTEGER NOT NULL, manager TEXT NOT NULL, owner TEXT NOT NULL, dueAt TEXT NOT NULL, n INTEGER NOT NULL,
     PRIMARY KEY (formatVersion, step, manager, owner, dueAt)) WITHOUT ROWID`,
  // Users with a new manager who have more waiting requests than one transaction moves to the manager. `moved`: serial of the last moved request.
  'CREATE TABLE manager_changes (user TEXT PRIMARY KEY, moved INTEGER NOT NULL) WITHOUT ROWID',
  // Batches whose new requests are counted in bulk; the triggers skip them.
  'CREATE TABLE requests_in_bulk (batch TEXT PRIMARY KEY) WITHOUT ROWID',
]

/** Returns the SQL for the status in the search index: `submitted` → `\ue000sub`. The prefix is refused in texts of users. */
const statusWord = (request: string) => `char(57344) || substr(${request}.status, 1, 3)`

/** Returns the SQL for the search words of a request: number without hyphens, last digits without zeros, summary and requester's name. */
const words = (request: string, name: string) =>
  `replace(${request}.number, '-', '') || ' ' || ltrim(substr(${request}.number, -6), '0') || ' ' || ${request}.summary || ' ' || ifnull(${name}, '')`

const search = [
  `CREATE VIEW request_words AS
     SELECT requests.serial AS position, request_owners.n << 32 | requests.serial AS place, ${statusWord('requests')} AS status,
       ${words('requests', 'users.name')} AS words
     FROM requests JOIN request_owners ON request_owners.owner = requests.owner LEFT JOIN users ON users.id = requests.owner`,
  // External content, because a delete names its words: a new status replaces one word. `contentless_delete` needs all words again.
  `CREATE VIRTUAL TABLE request_search USING fts5(
     status, words, content = 'request_words', content_rowid = 'place', columnsize = 0, detail = none, prefix = '2 3 4',
     tokenize = "unicode61 remove_diacritics 2 categories 'L* N* Co'")`,
  // Index merges run each minute and between batch chunks (`mergeSearchIndex`), so that writing a request never waits for
  // them.
  "INSERT INTO request_search (request_search, rank) VALUES ('automerge', 0)",
  "INSERT INTO request_search (request_search, rank) VALUES ('crisismerge', 64)",
  // Terms of the index, one row per occurrence. Searches for long words seek the terms with that prefix.
  'CREATE VIRTUAL TABLE request_terms USING fts5vocab(request_search, instance)',
]

const kind = (request: string) => `iif(${request}.annulledAt = '', ${request}.finality, 'annulled')`
const place = (request: string) =>
  `((SELECT n FROM request_owners WHERE owner = ${request}.owner) << 32 | ${request}.serial)`
const state = 'substr(NEW.status, 1, 3), unixepoch(NEW.created)'
const shortKind = `substr(${kind('NEW')}, 1, 3)`
const listed = `${state}, NEW.format, NEW.batch, ${shortKind}`

// Part of each trigger that needs an owner number, because SQLite does not guarantee the order of triggers.
const addOwner =
  'INSERT INTO request_owners (owner) SELECT NEW.owner WHERE NEW.owner NOT IN (SELECT owner FROM request_owners)'
const nameOf = (request: string) => `(SELECT name FROM users WHERE id = ${request}.owner)`
const addWords = `INSERT INTO request_search (rowid, status, words)
  VALUES (${place('NEW')}, ${statusWord('NEW')}, ${words('NEW', nameOf('NEW'))})`
const deleteWords = `INSERT INTO request_search (request_search, rowid, status, words)
  VALUES ('delete', ${place('OLD')}, ${statusWord('OLD')}, ${words('OLD', nameOf('OLD'))})`
const addStatus = `INSERT INTO request_search (rowid, status) VALUES (${place('NEW')}, ${statusWord('NEW')})`
const deleteStatus = `INSERT INTO request_search (request_search, rowid, status) VALUES ('delete', ${place('OLD')}, ${statusWord('OLD')})`
const addPlace = `INSERT INTO request_places VALUES (${place('NEW')}, ${listed})`
const deletePlace = `DELETE FROM request_places WHERE place = ${place('OLD')}`
const updateState = `UPDATE request_states SET (status, created, kind) = (${state}, ${shortKind}) WHERE position = NEW.serial`
const countNew = `INSERT INTO request_counts VALUES (NEW.owner, NEW.format, NEW.batch, NEW.status, ${kind('NEW')}, 1)
  ON CONFLICT DO UPDATE SET n = n + 1`
const countOld = `UPDATE request_counts SET n = n - 1
  WHERE (owner, format, batch, status, kind) = (OLD.owner, OLD.format, OLD.batch, OLD.status, ${kind('OLD')})`
const addSubmission = `INSERT INTO request_hours SELECT substr(NEW.submittedAt, 1, 13), 1, 0 WHERE NEW.submittedAt != ''
  ON CONFLICT DO UPDATE SET submitted = submitted + 1`
const addDecision = `INSERT INTO request_hours SELECT substr(NEW.decidedAt, 1, 13), 0, 1 WHERE NEW.decidedAt != ''
  ON CONFLICT DO UPDATE SET decided = decided + 1`
const removeSubmission =
  'UPDATE request_hours SET submitted = submitted - 1 WHERE hour = substr(OLD.submittedAt, 1, 13)'
const removeDecision = 'UPDATE request_hours SET decided = decided - 1 WHERE hour = substr(OLD.decidedAt, 1, 13)'

/** Returns a trigger event: an update that changes the value of at least one column. */
function changed(...columns: string[]): string {
  const of = (side: string) => columns.map((column) => `${side}.${column}`).join(', ')
  return `AFTER UPDATE OF ${columns.join(', ')} ON requests WHEN (${of('OLD')}) IS NOT (${of('NEW')})`
}

const waits = (request: string) => `${request}.status = 'submitted' AND (${request}.step > 0 OR ${request}.dueAt != '')`
/**
 * Returns the key in `request_waiting`. Requests at no stage share one key, because the same approvers may decide all
 * of them.
 */
const waitingKey = (request: string) =>
  `iif(${request}.step > 0, ${request}.formatVersion, ''), ${request}.step, ${request}.manager, iif(${request}.step > 0, ${request}.owner, ''), ${request}.dueAt`
const addWaiting = `INSERT INTO request_waiting SELECT ${waitingKey('NEW')}, 1 WHERE ${waits('NEW')} ON CONFLICT DO UPDATE SET n = n + 1`
const isWaitingOld = `(formatVersion, step, manager, owner, dueAt) = (${waitingKey('OLD')})`
const removeWaiting = `UPDATE request_waiting SET n = n - 1 WHERE ${waits('OLD')} AND ${isWaitingOld};
  DELETE FROM request_waiting WHERE ${isWaitingOld} AND n = 0`

/** Returns the SQL for the manager of a user, as decision maker of a request. Empty if the stage forbids own decisions and the requester is the manager. */
const managerFor = (manager: string, owner: string, ownAllowed: string) =>
  `iif(${manager} != ${owner} OR ${ownAllowed}, ${manager}, '')`
/** Id of the user whose manager decides the stage: the requester, or the user with the e-mail address in the field. */
const managedUser = `iif(stage.field = '', NEW.owner, (SELECT id FROM users
  WHERE email = json_extract(iif(json_valid(NEW."values"), NEW."values", '{}'), '$.' || stage.field) COLLATE NOCASE))`
/**
 * Sets the managed user and their manager when a request reaches or leaves a stage that managers decide. Runs in the
 * triggers of `request_waiting`, after the request is counted, because SQLite defines no order between triggers.
 */
const setManager = `UPDATE requests SET (managed, manager) = (
    SELECT ifnull(max(users.id), ''), ifnull(max(${managerFor('users.manager', 'NEW.owner', 'stage.ownAllowed')}), '')
    FROM manager_stages AS stage JOIN users ON users.id = ${managedUser}
    WHERE (stage.version, stage.position) = (NEW.formatVersion, NEW.step))
  WHERE serial = NEW.serial AND (NEW.managed != '' OR NEW.step > 0 AND EXISTS (
    SELECT 1 FROM manager_stages WHERE (version, position) = (NEW.formatVersion, NEW.step)))`

const triggers = [
  `requests_insert_derived AFTER INSERT ON requests BEGIN
     ${addOwner}; INSERT INTO request_states VALUES (NEW.serial, ${state}, ${shortKind}); ${addPlace}; ${addWords}; END`,
  `requests_insert_counts AFTER INSERT ON requests
     WHEN NEW.batch = '' OR NOT EXISTS (SELECT 1 FROM requests_in_bulk WHERE batch = NEW.batch)
     BEGIN ${countNew}; ${addSubmission}; ${addDecision}; END`,
  `requests_update_state ${changed('status', 'created', 'format', 'batch', 'finality', 'annulledAt')} AND OLD.owner = NEW.owner BEGIN
     ${countOld}; ${countNew}; ${updateState};
     UPDATE request_places SET (status, created, format, batch, kind) = (${listed}) WHERE place = ${place('OLD')}; END`,
  `requests_update_owner ${changed('owner')} BEGIN
     ${countOld}; ${countNew}; ${updateState}; ${addOwner}; ${deletePlace}; ${addPlace}; END`,
  `requests_update_words ${changed('number', 'summary', 'owner')} BEGIN ${deleteWords}; ${addOwner}; ${addWords}; END`,
  `requests_update_status ${changed('status')} AND (OLD.number, OLD.summary, OLD.owner) IS (NEW.number, NEW.summary, NEW.owner)
     BEGIN ${deleteStatus}; ${addStatus}; END`,
  `requests_update_submission ${changed('submittedAt')} BEGIN ${removeSubmission}; ${addSubmission}; END`,
  `requests_update_decision ${changed('decidedAt')} BEGIN ${removeDecision}; ${addDecision}; END`,
  `requests_delete_derived AFTER DELETE ON requests BEGIN
     ${countOld}; ${removeSubmission}; ${removeDecision};
     DELETE FROM request_states WHERE position = OLD.serial; ${deletePlace}; ${deleteWords}; END`,
  `users_update_name AFTER UPDATE OF name ON users WHEN OLD.name != NEW.name BEGIN
     INSERT INTO request_search (request_search, rowid, status, words)
       SELECT 'delete', ${place('requests')}, ${statusWord('requests')}, ${words('requests', 'OLD.name')} FROM requests WHERE owner = NEW.id;
     INSERT INTO request_search (rowid, status, words)
       SELECT ${place('requests')}, ${statusWord('requests')}, ${words('requests', 'NEW.name')} FROM requests WHERE owner = NEW.id; END`,
  `request_counts_insert_totals AFTER INSERT ON request_counts BEGIN
     INSERT INTO request_totals VALUES (NEW.format, NEW.status, NEW.kind, NEW.n) ON CONFLICT DO UPDATE SET n = n + excluded.n; END`,
  `request_counts_update_totals AFTER UPDATE OF n ON request_counts BEGIN
     UPDATE request_totals SET n = n + NEW.n - OLD.n WHERE (format, status, kind) = (NEW.format, NEW.status, NEW.kind); END`,
  `request_counts_delete_totals AFTER DELETE ON request_counts BEGIN
     UPDATE request_totals SET n = n - OLD.n WHERE (format, status, kind) = (OLD.format, OLD.status, OLD.kind); END`,
  `requests_insert_waiting AFTER INSERT ON requests WHEN ${waits('NEW')} BEGIN ${addWaiting}; ${setManager}; END`,
  `requests_update_waiting ${changed('status', 'step', 'dueAt', 'owner', 'formatVersion')} AND (${waits('OLD')} OR ${waits('NEW')})
     BEGIN ${removeWaiting}; ${addWaiting}; ${setManager} AND NEW.step != OLD.step; END`,
  `requests_update_waiting_manager ${changed('manager')} BEGIN ${removeWaiting}; ${addWaiting}; END`,
  // A new manager decides the waiting requests too, like a new member of a group. Moves the first of them; a job moves the others in chunks.
  `users_update_manager AFTER UPDATE OF manager ON users WHEN OLD.manager != NEW.manager BEGIN
     INSERT INTO manager_changes VALUES (NEW.id, 0) ON CONFLICT DO UPDATE SET moved = 0;
     UPDATE manager_changes SET moved = ifnull((SELECT max(serial) FROM (
       SELECT serial FROM requests WHERE managed = NEW.id AND managed != '' ORDER BY serial LIMIT 1000)), 0) WHERE user = NEW.id;
     DELETE FROM manager_changes WHERE user = NEW.id
       AND NOT EXISTS (SELECT 1 FROM requests WHERE managed = NEW.id AND managed != '' AND serial > moved); END`,
  `manager_changes_move AFTER UPDATE OF moved ON manager_changes WHEN NEW.moved > OLD.moved BEGIN
     UPDATE requests SET manager = ${managerFor(
       'users.manager',
       'owner',
       '(SELECT ownAllowed FROM manager_stages WHERE (version, position) = (formatVersion, step))',
     )} FROM users WHERE users.id = NEW.user AND managed = NEW.user AND managed != '' AND serial > OLD.moved AND serial <= NEW.moved; END`,
  `requests_delete_waiting AFTER DELETE ON requests WHEN ${waits('OLD')} BEGIN ${removeWaiting}; END`,
]

migrate((app) => runStatements(app, ...tables, ...search, ...triggers.map((trigger) => `CREATE TRIGGER ${trigger}`)))
