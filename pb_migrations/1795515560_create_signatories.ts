import { admins, createCollection, day, field, find, images, required, withoutThumb } from './schema.ts'

migrate((app) => {
  const signatories = createCollection(app, 'signatories', {
    listRule: admins,
    viewRule: `(${admins}) && ${withoutThumb}`,
    createRule: admins,
    updateRule: admins,
    fields: [
      field.text('name', 120, required),
      field.text('post', 120),
      field.text('idDocument', 60),
      field.file('signature', 1048576, images),
      field.bool('active'),
      field.text('from', 10, day),
      field.text('to', 10, day),
      field.relation('formats', find(app, 'formats'), { maxSelect: 200 }),
      field.relation('user', find(app, 'users')),
    ],
    indexes: ["CREATE UNIQUE INDEX `idx_signatories_user` ON `signatories` (`user`) WHERE `user` != ''"],
  })
  signatories.fields.add(new RelationField({ name: 'replacedBy', collectionId: signatories.id, maxSelect: 1 }))
  app.save(signatories)
  // Copies of scanned signatures used in documents; they remain if the signatory's image changes.
  createCollection(app, 'kept_signatures', {
    fields: [field.text('source', 160, required), field.file('image', 1048576, images)],
    indexes: ['CREATE UNIQUE INDEX `idx_kept_signatures_source` ON `kept_signatures` (`source`)'],
  })
})
