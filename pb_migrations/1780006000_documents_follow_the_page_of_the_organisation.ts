const choices = { pageSize: '^(letter|a4|legal)$', pageMargins: '^(narrow|normal|wide)$' } as const
const collections = ['settings', 'letterheads']

// What the settings say of the page now counts, with the country whose figures are written; what was made before was all printed on letter, in Colombia's.
migrate(
  (app) => {
    for (const name of collections) {
      const organisation = app.findCollectionByNameOrId(name)
      organisation.fields.add(new TextField({ name: 'pageCountry', max: 2 }))
      app.save(organisation)
    }
    const write = (sql: string) => app.db().newQuery(sql).execute()
    write(`UPDATE letterheads SET pageSize = 'letter', pageMargins = 'normal', pageRagged = FALSE, pageCountry = 'CO'`)
    write(`UPDATE settings SET pageSize = 'letter' WHERE pageSize NOT IN ('letter', 'a4', 'legal')`)
    write(`UPDATE settings SET pageMargins = 'normal' WHERE pageMargins NOT IN ('narrow', 'normal', 'wide')`)
    const settings = app.findCollectionByNameOrId('settings')
    for (const [field, pattern] of Object.entries(choices))
      (settings.fields.getByName(field) as core.TextField).pattern = pattern
    app.save(settings)
  },
  (app) => {
    for (const name of collections) {
      const organisation = app.findCollectionByNameOrId(name)
      organisation.fields.removeByName('pageCountry')
      for (const field of Object.keys(choices)) (organisation.fields.getByName(field) as core.TextField).pattern = ''
      app.save(organisation)
    }
  },
)
