import {
  adminRule,
  createCollection,
  dayPattern,
  field,
  findCollection,
  imageTypes,
  noThumbnailRule,
  requiredOption,
} from './schema.ts'

migrate((app) => {
  const signatories = createCollection(app, 'signatories', {
    listRule: adminRule,
    viewRule: `(${adminRule}) && ${noThumbnailRule}`,
    createRule: adminRule,
    updateRule: adminRule,
    fields: [
      field.text('name', 120, requiredOption),
      field.text('post', 120),
      field.text('idDocument', 60),
      field.file('signature', 1048576, imageTypes),
      field.bool('active'),
      field.text('from', 10, dayPattern),
      field.text('to', 10, dayPattern),
      field.relation('formats', findCollection(app, 'formats'), { maxSelect: 200 }),
      field.relation('user', findCollection(app, 'users')),
    ],
    indexes: ["CREATE UNIQUE INDEX `idx_signatories_user` ON `signatories` (`user`) WHERE `user` != ''"],
  })
  signatories.fields.add(new RelationField({ name: 'replacedBy', collectionId: signatories.id, maxSelect: 1 }))
  app.save(signatories)
  // Copies of scanned signatures used in documents; they remain if the signatory's image changes.
  createCollection(app, 'signature_copies', {
    fields: [field.text('source', 160, requiredOption), field.file('image', 1048576, imageTypes)],
    indexes: ['CREATE UNIQUE INDEX `idx_signature_copies_source` ON `signature_copies` (`source`)'],
  })
})
