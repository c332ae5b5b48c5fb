// What nobody else may have is held by one open request, and the database itself refuses a second one: `unique_values` only told who
// may have it. A request returned to its owner may say what another holds until it is sent again, and so may those from before the value had to
// be the only one: they wait, and the first of them holds it once it is free.
const tables = [
  `CREATE TABLE unique_holders (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
     PRIMARY KEY (format, key, value)) WITHOUT ROWID`,
  `CREATE TABLE unique_waiters (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
     PRIMARY KEY (format, key, value, request)) WITHOUT ROWID`,
]

const isOpen = (request: string) => `${request}.status IN ('submitted', 'returned')`
const hasKeys = (request: string) => `EXISTS (SELECT 1 FROM unique_keys WHERE format = ${request}.format)`
const said = (request: string) => `json_extract(${request}."values", '$.' || keys.key)`

/** Each unique key of a request with what it says there. */
const sayings = (request: string) => `SELECT keys.format, keys.key, CAST(${said(request)} AS TEXT) AS value
  FROM unique_keys AS keys WHERE keys.format = ${request}.format AND ifnull(${said(request)}, '') != ''`

/** The values of a request that is open, if they are free; else it waits for them. */
const claim = (open: string) => `
  INSERT OR IGNORE INTO unique_holders SELECT format, key, value, NEW.id FROM (${sayings('NEW')}) WHERE ${open};
  INSERT INTO unique_waiters SELECT mine.format, mine.key, mine.value, NEW.id
    FROM (${sayings('NEW')}) AS mine CROSS JOIN unique_holders AS held
    WHERE ${open} AND (held.format, held.key, held.value) = (mine.format, mine.key, mine.value) AND held.request != NEW.id;`

/** Takes a request out of a table, for what it said and says no more. */
const release = (table: string, keeps: string) => `
  DELETE FROM ${table} WHERE request = OLD.id AND (format, key, value) IN (${sayings('OLD')} AND NOT (${keeps}));`

const stillSays = `${isOpen('NEW')} AND NEW.format = OLD.format AND ${said('NEW')} IS ${said('OLD')}`

const triggers: [string, string][] = [
  [
    'requests_open_with_values',
    `AFTER INSERT ON requests WHEN ${isOpen('NEW')} AND ${hasKeys('NEW')} BEGIN ${claim('true')} END`,
  ],
  [
    'requests_open_with_others',
    `AFTER UPDATE OF status, "values", format ON requests
     WHEN (${isOpen('OLD')} OR ${isOpen('NEW')}) AND (${hasKeys('OLD')} OR ${hasKeys('NEW')})
       AND (OLD.status, OLD."values", OLD.format) IS NOT (NEW.status, NEW."values", NEW.format)
     BEGIN
       ${release('unique_waiters', 'false')}
       ${release('unique_holders', stillSays)}
       ${claim(isOpen('NEW'))}
     END`,
  ],
  [
    'requests_leave_their_values',
    `AFTER DELETE ON requests WHEN ${isOpen('OLD')} AND ${hasKeys('OLD')}
     BEGIN ${release('unique_waiters', 'false')} ${release('unique_holders', 'false')} END`,
  ],
  [
    'unique_values_pass_on',
    `AFTER DELETE ON unique_holders BEGIN
       INSERT INTO unique_holders SELECT format, key, value, request FROM unique_waiters
         WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value)
         ORDER BY (SELECT number FROM requests WHERE requests.id = unique_waiters.request) LIMIT 1;
       DELETE FROM unique_waiters WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value) AND request =
         (SELECT request FROM unique_holders WHERE (format, key, value) = (OLD.format, OLD.key, OLD.value));
     END`,
  ],
  [
    'unique_keys_look_back',
    `AFTER INSERT ON unique_keys BEGIN
       ${lookBack('requests.format = NEW.format AND keys.format = NEW.format AND keys.key = NEW.key')}
     END`,
  ],
  // PocketBase makes of this sentence a refusal of the field. It comes last: what is stored already may repeat itself.
  [
    'unique_values_stay_unique',
    `BEFORE INSERT ON unique_waiters WHEN EXISTS (
       SELECT 1 FROM requests JOIN format_versions AS version ON version.id = requests.formatVersion, json_each(version.fields) AS field
       WHERE requests.id = NEW.request AND requests.status = 'submitted'
         AND field.value ->> 'key' = NEW.key AND field.value ->> 'unique')
     BEGIN SELECT RAISE(ABORT, 'UNIQUE constraint failed: requests.values'); END`,
  ],
]

/** What is open holds its values, the earliest first. */
function lookBack(which: string): string {
  const open = `FROM unique_keys AS keys CROSS JOIN requests
    WHERE ${which} AND requests.format = keys.format AND ${isOpen('requests')} AND ifnull(${said('requests')}, '') != ''`
  return `
    INSERT OR IGNORE INTO unique_holders
      SELECT keys.format, keys.key, CAST(${said('requests')} AS TEXT), requests.id ${open} ORDER BY requests.number;
    INSERT OR IGNORE INTO unique_waiters
      SELECT keys.format, keys.key, CAST(${said('requests')} AS TEXT), requests.id ${open}
        AND NOT EXISTS (SELECT 1 FROM unique_holders AS held WHERE held.request = requests.id
          AND (held.format, held.key, held.value) = (keys.format, keys.key, CAST(${said('requests')} AS TEXT)));`
}

const formerTable = `CREATE TABLE unique_values (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
  PRIMARY KEY (format, key, value, request)) WITHOUT ROWID`

const formerSayings = `INSERT OR IGNORE INTO unique_values
  SELECT format, key, CAST(json_extract(NEW."values", '$.' || key) AS TEXT), NEW.id FROM unique_keys
  WHERE format = NEW.format AND json_extract(NEW."values", '$.' || key) IS NOT NULL`

const formerLookBack = (which: string) => `INSERT OR IGNORE INTO unique_values
  SELECT keys.format, keys.key, CAST(${said('requests')} AS TEXT), requests.id FROM unique_keys AS keys CROSS JOIN requests
  WHERE ${which} AND requests.format = keys.format AND ${isOpen('requests')} AND ${said('requests')} IS NOT NULL`

const formerTriggers: [string, string][] = [
  [
    'unique_keys_look_back',
    `AFTER INSERT ON unique_keys BEGIN ${formerLookBack('keys.format = NEW.format AND keys.key = NEW.key')}; END`,
  ],
  [
    'requests_open_with_values',
    `AFTER INSERT ON requests WHEN NEW.batch = '' AND ${isOpen('NEW')} BEGIN ${formerSayings}; END`,
  ],
  [
    'requests_open_with_others',
    `AFTER UPDATE OF status, "values" ON requests WHEN ${isOpen('NEW')} BEGIN ${formerSayings}; END`,
  ],
]

function run(app: CoreApp, statements: string[]) {
  for (const sql of statements) app.db().newQuery(sql).execute()
}

const dropped = (list: [string, string][]) => list.map(([name]) => `DROP TRIGGER ${name}`)
const made = (list: [string, string][]) => list.map(([name, rest]) => `CREATE TRIGGER ${name} ${rest}`)

migrate(
  (app) => {
    run(app, [...dropped(formerTriggers), 'DROP TABLE unique_values', ...tables])
    for (const sql of lookBack('true').split(';')) if (sql.trim()) run(app, [sql])
    run(app, made(triggers))
  },
  (app) => {
    run(app, [...dropped(triggers), 'DROP TABLE unique_holders', 'DROP TABLE unique_waiters'])
    run(app, [formerTable, formerLookBack('true'), ...made(formerTriggers)])
  },
)
