import {
  activeUserRule,
  adminCondition,
  adminRule,
  createCollection,
  field,
  findCollection,
  groupMemberCondition,
  requiredOption,
  runStatements,
} from './schema.ts'

const canRead = `${activeUserRule} && (${adminCondition} || access = 'everybody' || (access = 'groups' && ${groupMemberCondition}))`

migrate((app) => {
  createCollection(app, 'lists', {
    listRule: canRead,
    viewRule: canRead,
    createRule: adminRule,
    updateRule: adminRule,
    deleteRule: adminRule,
    fields: [
      field.text('name', 80, requiredOption),
      field.json('columns', 20000),
      field.text('keyColumn', 40, requiredOption),
      field.select('access', ['admins', 'everybody', 'groups'], requiredOption),
      field.relation('groups', findCollection(app, 'groups'), { maxSelect: 50 }),
      // Ids of imports: current rows, previous rows, and rows being uploaded.
      field.text('current', 15),
      field.text('previous', 15),
      field.text('staged', 15),
      field.integer('total'),
      field.text('fileName', 255),
      field.text('stagedFile', 255),
      field.date('importedAt'),
    ],
    indexes: ['CREATE UNIQUE INDEX `idx_lists_name` ON `lists` (`name` COLLATE NOCASE)'],
  })
  createCollection(app, 'list_rows', {
    fields: [
      field.text('list', 15, requiredOption),
      field.text('import', 15, requiredOption),
      field.integer('row'),
      field.text('key', 200, requiredOption),
      field.text('label', 200),
      field.json('values', 20000),
      field.text('search', 2000),
    ],
    hasDates: false,
    indexes: [
      'CREATE UNIQUE INDEX `idx_list_rows_key` ON `list_rows` (`import`, `key`)',
      'CREATE INDEX `idx_list_rows_search` ON `list_rows` (`import`, `label`, `search`, `key`)',
      'CREATE INDEX `idx_list_rows_list` ON `list_rows` (`list`, `import`)',
    ],
  })
  runStatements(
    app,
    // Values of the other lookup columns, normalized like keys.
    `CREATE TABLE list_matches (import TEXT NOT NULL, "column" TEXT NOT NULL, "key" TEXT NOT NULL, record TEXT NOT NULL,
       PRIMARY KEY (import, "column", "key", record)) WITHOUT ROWID`,
    // Numbers of keys that each user looked up per list and day (UTC).
    `CREATE TABLE list_lookups (list TEXT NOT NULL, person TEXT NOT NULL, day TEXT NOT NULL, found INTEGER NOT NULL, missing INTEGER NOT NULL,
       PRIMARY KEY (person, day, list)) WITHOUT ROWID`,
    'CREATE INDEX idx_list_lookups_list ON list_lookups (list, day)',
  )
})
