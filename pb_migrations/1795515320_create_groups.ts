import { active, admins, createCollection, day, field, find, isAdmin, required } from './schema.ts'

const canRead = `${active} && (person = @request.auth.id || substitute = @request.auth.id || ${isAdmin})`
const canWrite = `${active} && (person = @request.auth.id || ${isAdmin})`

migrate((app) => {
  const users = find(app, 'users')
  createCollection(app, 'groups', {
    listRule: admins,
    viewRule: admins,
    createRule: admins,
    updateRule: admins,
    deleteRule: admins,
    fields: [field.text('name', 80, required), field.relation('members', users, { maxSelect: 500 })],
    indexes: ['CREATE UNIQUE INDEX `idx_groups_name` ON `groups` (`name` COLLATE NOCASE)'],
  })
  // A substitute decides in place of `person` between two days, both included.
  createCollection(app, 'substitutions', {
    listRule: canRead,
    viewRule: canRead,
    createRule: canWrite,
    deleteRule: canWrite,
    fields: [
      field.relation('person', users, { required: true, cascadeDelete: true }),
      field.relation('substitute', users, { required: true, cascadeDelete: true }),
      field.text('from', 10, { ...day, ...required }),
      field.text('to', 10, { ...day, ...required }),
    ],
    indexes: [
      'CREATE INDEX `idx_substitutions_person` ON `substitutions` (`person`, `to`)',
      'CREATE INDEX `idx_substitutions_substitute` ON `substitutions` (`substitute`, `to`)',
    ],
  })
})
