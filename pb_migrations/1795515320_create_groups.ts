import {
  activeUserRule,
  adminCondition,
  adminRule,
  createCollection,
  dayPattern,
  field,
  findCollection,
  requiredOption,
} from './schema.ts'

const canRead = `${activeUserRule} && (person = @request.auth.id || substitute = @request.auth.id || ${adminCondition})`
const canWrite = `${activeUserRule} && (person = @request.auth.id || ${adminCondition})`

migrate((app) => {
  const users = findCollection(app, 'users')
  createCollection(app, 'groups', {
    listRule: adminRule,
    viewRule: adminRule,
    createRule: adminRule,
    updateRule: adminRule,
    deleteRule: adminRule,
    fields: [field.text('name', 80, requiredOption), field.relation('members', users, { maxSelect: 500 })],
    indexes: ['CREATE UNIQUE INDEX `idx_groups_name` ON `groups` (`name` COLLATE NOCASE)'],
  })
  // Substitutions: a substitute decides for `person` between two days, both included.
  createCollection(app, 'substitutions', {
    listRule: canRead,
    viewRule: canRead,
    createRule: canWrite,
    deleteRule: canWrite,
    fields: [
      field.relation('person', users, { required: true, cascadeDelete: true }),
      field.relation('substitute', users, { required: true, cascadeDelete: true }),
      field.text('from', 10, { ...dayPattern, ...requiredOption }),
      field.text('to', 10, { ...dayPattern, ...requiredOption }),
    ],
    indexes: [
      'CREATE INDEX `idx_substitutions_person` ON `substitutions` (`person`, `to`)',
      'CREATE INDEX `idx_substitutions_substitute` ON `substitutions` (`substitute`, `to`)',
    ],
  })
})
