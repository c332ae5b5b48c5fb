// Names the link or code of a queued mail, which is made only when the mail is sent: the database never holds it.
migrate(
  (app) => {
    const letters = app.findCollectionByNameOrId('letters')
    letters.fields.add(new TextField({ name: 'secret', max: 200 }))
    app.save(letters)
  },
  (app) => {
    const letters = app.findCollectionByNameOrId('letters')
    letters.fields.removeByName('secret')
    app.save(letters)
  },
)
