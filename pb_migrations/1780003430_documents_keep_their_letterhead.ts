import { collection } from './collection.ts'
import { withoutTriggers } from './triggers.ts'

const active = '@request.auth.isActive = true'
const untouched = ['letterhead', 'documentErrorDetails']
  .map((name) => ` && @request.body.${name}:isset = false`)
  .join('')

// What stood on top of a document when it was made, and what its refusal names. Documents made so far have today's letterhead.
migrate(
  (app) => {
    const letterheads = collection({
      type: 'base',
      name: 'letterheads',
      listRule: active,
      viewRule: active,
      createRule: null,
      updateRule: null,
      deleteRule: null,
      fields: [
        { type: 'text', name: 'organisationName', max: 120 },
        { type: 'text', name: 'organisationId', max: 40 },
        { type: 'text', name: 'city', max: 80 },
        { type: 'text', name: 'country', max: 2 },
        { type: 'file', name: 'logo', maxSelect: 1, maxSize: 1048576, mimeTypes: ['image/png', 'image/jpeg'] },
        { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
      ],
      indexes: [],
    })
    app.save(letterheads)
    const requests = app.findCollectionByNameOrId('requests')
    requests.fields.add(
      new RelationField({ name: 'letterhead', collectionId: letterheads.id, maxSelect: 1 }),
      new JSONField({ name: 'documentErrorDetails', maxSize: 4096 }),
    )
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))

    const [settings] = app.findAllRecords('settings')
    if (!settings || !app.countRecords('requests', $dbx.exp("document != ''"))) return
    const letterhead = new Record(letterheads)
    for (const field of ['organisationName', 'organisationId', 'city', 'country'])
      letterhead.set(field, settings.getString(field))
    const logo = `${app.dataDir()}/storage/${settings.baseFilesPath()}/${settings.getString('logo')}`
    try {
      if (settings.getString('logo')) letterhead.set('logo', $filesystem.fileFromPath(logo))
    } catch {
      // A logo that is not there was on no document either.
    }
    app.save(letterhead)
    app
      .db()
      .newQuery("UPDATE requests SET letterhead = {:id} WHERE document != ''")
      .bind({ id: letterhead.id })
      .execute()
  },
  (app) => {
    const requests = app.findCollectionByNameOrId('requests')
    for (const name of ['letterhead', 'documentErrorDetails']) requests.fields.removeByName(name)
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
    app.delete(app.findCollectionByNameOrId('letterheads'))
  },
)
