import { initialFormats } from '../src/domain/formats/seed/initial-formats.ts'
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

const areUnset = '@request.body.status:isset = false && @request.body.version:isset = false'

/** Fields common to a format and its versions. */
const content = [
  field.json('fields', 400000),
  field.text('body', 50000),
  field.json('signatures', 20000),
  field.json('paper', 4000),
  field.json('route', 20000),
  field.bool('makesFinal'),
  field.bool('asksPassword'),
  field.json('delivery', 1000),
  field.json('signing', 3000),
  field.json('verification', 2000),
  field.json('external', 1000),
]

/**
 * SQL condition: `NEW.fields` contains an invalid key. Keys become part of JSON paths, so the database rejects
 * invalid keys even if a superuser saves them.
 */
const hasOtherKeys = `EXISTS (SELECT 1 FROM json_tree(NEW.fields) WHERE json_tree.key = 'key'
  AND (type != 'text' OR atom GLOB '*[^a-z0-9_]*' OR atom NOT GLOB '[a-z]*' OR length(atom) > 40))`

const keys = (table: string) =>
  `CREATE TABLE ${table} (format TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (format, key)) WITHOUT ROWID`

const statements = [
  ...['INSERT', 'UPDATE'].map(
    (event) => `CREATE TRIGGER format_versions_validate_keys_${event.toLowerCase()} BEFORE ${event} ON format_versions
      WHEN ${hasOtherKeys} BEGIN SELECT RAISE(ABORT, 'a key is a plain word'); END`,
  ),
  // Keys that any version of a format declares unique, and keys of amount fields.
  keys('unique_keys'),
  keys('amount_keys'),
  `CREATE TRIGGER format_versions_insert_unique_keys AFTER INSERT ON format_versions BEGIN
     INSERT OR IGNORE INTO unique_keys SELECT NEW.format, value ->> 'key' FROM json_each(NEW.fields) WHERE value ->> 'unique'; END`,
  `CREATE TRIGGER format_versions_insert_amount_keys AFTER INSERT ON format_versions BEGIN
     INSERT OR IGNORE INTO amount_keys SELECT NEW.format, value ->> 'key' FROM json_each(NEW.fields)
     WHERE value ->> 'type' IN ('money', 'integer', 'decimal', 'computed'); END`,
  // Stages that a manager decides. `field`: key of the field with the e-mail address of the managed user; empty for the
  // requester.
  `CREATE TABLE manager_stages (version TEXT NOT NULL, position INTEGER NOT NULL, field TEXT NOT NULL, ownAllowed INTEGER NOT NULL,
     PRIMARY KEY (version, position)) WITHOUT ROWID`,
  `CREATE TRIGGER format_versions_insert_manager_stages AFTER INSERT ON format_versions BEGIN
     INSERT INTO manager_stages SELECT NEW.id, key + 1, ifnull(value -> 'manager' ->> 'field', ''), ifnull(value ->> 'ownAllowed', 0)
     FROM json_each(iif(json_valid(NEW.route), NEW.route, '[]')) WHERE value -> 'manager' IS NOT NULL; END`,
]

/** Publishes the ten default formats of a new installation. */
function publishFormats(app: CoreApp, formats: core.Collection, versions: core.Collection) {
  for (const template of initialFormats) {
    const { fields, body, signatures = [], paper = {} } = template
    const unset = { delivery: {}, signing: {}, verification: {}, external: {}, route: [] }
    const content = { fields, body, signatures, paper, ...unset, version: 1 }
    const format = new Record(formats, {
      ...template,
      ...content,
      status: 'published',
      access: 'everybody',
      dueDays: 3,
    })
    app.save(format)
    app.save(new Record(versions, { ...content, format: format.id }))
  }
}

/** Rule condition: the caller may request the format. Without groups, only administrators may. */
const canRequest = `(status = 'published' && (access != 'groups' || ${groupMemberCondition}))`

migrate((app) => {
  // Archived formats stay readable for their existing requests.
  const formats = createCollection(app, 'formats', {
    listRule: `${activeUserRule} && (${canRequest} || ${adminCondition})`,
    limits: { isLarge: true },
    viewRule: `${activeUserRule} && (status != 'draft' || ${adminCondition})`,
    createRule: `${adminRule} && ${areUnset}`,
    updateRule: `${adminRule} && ${areUnset}`,
    deleteRule: `${adminRule} && version = 0`,
    fields: [
      field.text('code', 4, { required: true, pattern: '^[A-Z]{2,4}$' }),
      field.text('name', 120, requiredOption),
      field.text('aliases', 300),
      field.text('description', 500),
      field.text('category', 60, requiredOption),
      field.select('status', ['draft', 'published', 'archived'], requiredOption),
      field.count('version'),
      ...content,
      field.bool('requiresReview'),
      // Working days until a decision is due; 0 means no deadline.
      field.count('dueDays', { max: 365 }),
      // Years after the decision until the data of a request are erased; 0 means for ever.
      field.count('keepYears', { max: 100 }),
      // Users who may request the format, besides administrators.
      field.select('access', ['everybody', 'groups']),
      field.relation('groups', findCollection(app, 'groups'), { maxSelect: 50 }),
      // True if the format differs from its latest version.
      field.bool('edited'),
    ],
    indexes: ['CREATE UNIQUE INDEX `idx_formats_code` ON `formats` (`code`)'],
  })
  const versions = createCollection(app, 'format_versions', {
    listRule: activeUserRule,
    limits: { isLarge: true, isPaged: true },
    viewRule: activeUserRule,
    fields: [
      field.relation('format', formats, requiredOption),
      field.integer('version', { required: true, min: 1 }),
      ...content,
      // Fields for approvers. Requesters never read `internalFields`.
      field.json('approverFields', 500000),
      field.json('internalFields', 500000, { hidden: true }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX `idx_format_versions_version` ON `format_versions` (`format`, `version`)',
      "CREATE INDEX `idx_format_versions_route` ON `format_versions` (`format`) WHERE `route` != '[]'",
    ],
  })
  runStatements(app, ...statements)
  publishFormats(app, formats, versions)
})
