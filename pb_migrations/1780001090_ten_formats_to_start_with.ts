import { templates } from '../src/domain/formats/seed/templates.ts'

migrate(
  (app) => {
    const formats = app.findCollectionByNameOrId('formats')
    const versions = app.findCollectionByNameOrId('format_versions')
    for (const template of templates) {
      const format = new Record(formats, { ...template, status: 'published', version: 1 })
      app.save(format)
      app.save(new Record(versions, { format: format.id, version: 1, fields: template.fields, body: template.body }))
    }
  },
  (app) => {
    for (const name of ['format_versions', 'formats']) app.truncateCollection(app.findCollectionByNameOrId(name))
  },
)
