// For the quota of what each user sent in the last days.
migrate(
  (app) => {
    const attachments = app.findCollectionByNameOrId('attachments')
    attachments.addIndex('idx_attachments_sent', false, '`owner`, `created`, `size`', '`sent` = TRUE')
    app.save(attachments)
  },
  (app) => {
    const attachments = app.findCollectionByNameOrId('attachments')
    attachments.removeIndex('idx_attachments_sent')
    app.save(attachments)
  },
)
