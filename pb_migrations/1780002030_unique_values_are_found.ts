// Who has a value that nobody else may have is looked up here instead of in all open requests of a format. Whatever is open is
// written down with each key that any version of its format calls `unique`; what was written stays, so who reads it has to ask
// the request whether it is still open and says the same.
const tables = [
  'CREATE TABLE unique_keys (format TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (format, key)) WITHOUT ROWID',
  `CREATE TABLE unique_values (format TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, request TEXT NOT NULL,
     PRIMARY KEY (format, key, value, request)) WITHOUT ROWID`,
]

const isOpen = (request: string) => `${request}.status IN ('submitted', 'returned')`

/** Nothing but one look at `unique_keys` where a format has none. */
const writeDown = `INSERT OR IGNORE INTO unique_values
  SELECT format, key, CAST(json_extract(NEW."values", '$.' || key) AS TEXT), NEW.id FROM unique_keys
  WHERE format = NEW.format AND json_extract(NEW."values", '$.' || key) IS NOT NULL`

const triggers: [string, string][] = [
  [
    'versions_tell_unique_keys',
    `AFTER INSERT ON format_versions BEGIN
       INSERT OR IGNORE INTO unique_keys
       SELECT NEW.format, value ->> 'key' FROM json_each(NEW.fields) WHERE value ->> 'unique';
     END`,
  ],
  [
    'unique_keys_look_back',
    `AFTER INSERT ON unique_keys BEGIN
       INSERT OR IGNORE INTO unique_values
       SELECT format, NEW.key, CAST(json_extract("values", '$.' || NEW.key) AS TEXT), id FROM requests
       WHERE format = NEW.format AND ${isOpen('requests')} AND json_extract("values", '$.' || NEW.key) IS NOT NULL;
     END`,
  ],
  // A batch writes its own down, all at once.
  [
    'requests_open_with_values',
    `AFTER INSERT ON requests WHEN NEW.batch = '' AND ${isOpen('NEW')} BEGIN ${writeDown}; END`,
  ],
  [
    'requests_open_with_others',
    `AFTER UPDATE OF status, "values" ON requests WHEN ${isOpen('NEW')} BEGIN ${writeDown}; END`,
  ],
]

// The values follow by the trigger.
const fill = `INSERT OR IGNORE INTO unique_keys
  SELECT format, value ->> 'key' FROM format_versions, json_each(fields) WHERE value ->> 'unique'`

migrate(
  (app) => {
    const made = triggers.map(([name, rest]) => `CREATE TRIGGER ${name} ${rest}`)
    for (const sql of [...tables, ...made, fill]) app.db().newQuery(sql).execute()
  },
  (app) => {
    for (const [name] of triggers) app.db().newQuery(`DROP TRIGGER ${name}`).execute()
    for (const table of ['unique_keys', 'unique_values']) app.db().newQuery(`DROP TABLE ${table}`).execute()
  },
)
