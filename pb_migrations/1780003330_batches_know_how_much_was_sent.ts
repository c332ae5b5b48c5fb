// Bytes of all rows that were ever sent to a batch, so that what a person leaves unsent has a limit.
migrate(
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.add(new NumberField({ name: 'bytes', onlyInt: true, min: 0, hidden: true }))
    app.save(batches)
    app
      .db()
      .newQuery(
        `UPDATE batches SET bytes = (SELECT ifnull(sum(length("values")), 0) FROM batch_rows WHERE batch = batches.id)
         WHERE status IN ('loaded', 'fixing', 'ready')`,
      )
      .execute()
  },
  (app) => {
    const batches = app.findCollectionByNameOrId('batches')
    batches.fields.removeByName('bytes')
    app.save(batches)
  },
)
