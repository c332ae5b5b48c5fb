import { foldCaseAndAccentsSql } from '../src/domain/text/case-folding.ts'
import { runStatements } from './schema.ts'

// Unique values: one open request holds each value, and the database rejects a second one. Values are stored without
// case and accents.
// A returned request may repeat the value of another request until it is submitted again. It then waits for the
// value.
// When the value becomes free, the waiting request with the lowest number gets it.
const tables = [
  `CREATE TABLE unique_holders (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
     PRIMARY KEY (format, key, value)) WITHOUT ROWID`,
  `CREATE TABLE unique_waiters (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
     PRIMARY KEY (format, key, value, request)) WITHOUT ROWID`,
]

const isOpen = (request: string) => `${request}.status IN ('submitted', 'returned')`
const hasKeys = (request: string) => `EXISTS (SELECT 1 FROM unique_keys WHERE format = ${request}.format)`
// SQLite compiles the triggers for each statement that changes a request, so they normalize a value only where it is compared.
const text = (request: string) => `json_extract(${request}."values", '$.' || keys.key)`
const value = (request: string) => foldCaseAndAccentsSql(text(request))

/** Returns the SQL for the unique keys of a request with its values. */
const values = (request: string) => `SELECT keys.format, keys.key, ${value(request)} AS value
  FROM unique_keys AS keys WHERE keys.format = ${request}.format AND ifnull(${text(request)}, '') != ''`

/**
 * Returns the SQL that assigns free values to an open request, and makes the request wait for values that another
 * request holds.
 */
const claim = (open: string) => `
  INSERT OR IGNORE INTO unique_holders SELECT format, key, value, NEW.id FROM (${values('NEW')}) WHERE ${open};
  INSERT INTO unique_waiters SELECT held.format, held.key, held.value, NEW.id
    FROM (${values('NEW')}) AS mine CROSS JOIN unique_holders AS held
    WHERE ${open} AND (held.format, held.key, held.value) = (mine.format, mine.key, mine.value) AND held.request != NEW.id;`

/**
 * Returns the SQL that deletes a request's previous values from a table, except rows that match the condition
 * `keeps`.
 */
const release = (table: string, keeps: string) => `
  DELETE FROM ${table} WHERE request = OLD.id AND (format, key, value) IN (${values('OLD')} AND NOT (${keeps}));`

const isSame = `${isOpen('NEW')} AND NEW.format = OLD.format AND ${value('NEW')} IS ${value('OLD')}`

const open = `FROM unique_keys AS keys CROSS JOIN requests
  WHERE requests.format = NEW.format AND keys.format = NEW.format AND keys.key = NEW.key AND requests.format = keys.format
    AND ${isOpen('requests')} AND ifnull(${text('requests')}, '') != ''`
const openValues = `SELECT keys.format, keys.key, ${value('requests')}, requests.id ${open}`

const triggers = [
  `requests_insert_unique_values AFTER INSERT ON requests WHEN ${isOpen('NEW')} AND ${hasKeys('NEW')} BEGIN ${claim('true')} END`,
  `requests_update_unique_values AFTER UPDATE OF status, "values", format ON requests
     WHEN (${isOpen('OLD')} OR ${isOpen('NEW')}) AND (${hasKeys('OLD')} OR ${hasKeys('NEW')})
       AND (OLD.status, OLD."values", OLD.format) IS NOT (NEW.status, NEW."values", NEW.format)
     BEGIN ${release('unique_waiters', 'false')} ${release('unique_holders', isSame)} ${claim(isOpen('NEW'))} END`,
  `requests_delete_unique_values AFTER DELETE ON requests WHEN ${isOpen('OLD')} AND ${hasKeys('OLD')}
     BEGIN ${release('unique_waiters', 'false')} ${release('unique_holders', 'false')} END`,
  // Assigns a free value to the waiting request with the lowest number.
  `unique_holders_reassign AFTER DELETE ON unique_holders BEGIN
     INSERT INTO unique_holders SELECT format, key, value, request FROM unique_waiters
       WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value)
       ORDER BY (SELECT number FROM requests WHERE requests.id = unique_waiters.request) LIMIT 1;
     DELETE FROM unique_waiters WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value) AND request =
       (SELECT request FROM unique_holders WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value));
   END`,
  // Fills the tables when a key becomes unique: the request with the lowest number holds the value.
  `unique_keys_fill AFTER INSERT ON unique_keys BEGIN
     INSERT OR IGNORE INTO unique_holders ${openValues} ORDER BY requests.number;
     INSERT OR IGNORE INTO unique_waiters ${openValues}
       AND NOT EXISTS (SELECT 1 FROM unique_holders AS held WHERE held.request = requests.id
         AND (held.format, held.key, held.value) = (keys.format, keys.key, ${value('requests')}));
   END`,
  // PocketBase converts this message into a field error.
  `unique_waiters_refuse_submitted BEFORE INSERT ON unique_waiters WHEN EXISTS (
     SELECT 1 FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion, json_each(version.fields) AS field
     WHERE requests.id = NEW.request AND requests.status = 'submitted'
       AND field.value ->> 'key' = NEW.key AND field.value ->> 'unique')
   BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: requests.values'); END`,
]

migrate((app) => runStatements(app, ...tables, ...triggers.map((trigger) => `CREATE TRIGGER ${trigger}`)))
