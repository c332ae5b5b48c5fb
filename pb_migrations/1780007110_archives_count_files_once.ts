// CRC-32 of a file, which an archive tells of it; 0 until an archive first needs it.
migrate(
  (app) => {
    const attachments = app.findCollectionByNameOrId('attachments')
    attachments.fields.add(new NumberField({ name: 'crc', onlyInt: true, min: 0 }))
    app.save(attachments)
  },
  (app) => {
    const attachments = app.findCollectionByNameOrId('attachments')
    attachments.fields.removeByName('crc')
    app.save(attachments)
  },
)
