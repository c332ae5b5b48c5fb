import { collection } from './collection.ts'
import { withoutTriggers } from './triggers.ts'

const pdf = { type: 'file', mimeTypes: ['application/pdf'], maxSize: 20971520, protected: true }
const untouched = ' && @request.body.previousDocuments:isset = false'

interface Earlier {
  id: string
  request: string
  file: string
}

// Files are copied, not moved: a start whose migrations fail changes no file that an earlier version needs.
function copy(app: CoreApp, from: (each: Earlier) => string, to: (each: Earlier) => string, list: Earlier[]) {
  const files = app.newFilesystem()
  try {
    for (const each of list) if (files.exists(from(each)) && !files.exists(to(each))) files.copy(from(each), to(each))
  } finally {
    files.close()
  }
}

function earlierIn(app: CoreApp): Earlier[] {
  const found = arrayOf(new DynamicModel({ id: '', request: '', file: '' })) as unknown as Earlier[]
  app.db().newQuery('SELECT id, request, file FROM request_documents ORDER BY rowid').all(found)
  return [...found]
}

// A call's body may be as large as all its file fields together: fifty files made that a gigabyte, for anybody.
migrate(
  (app) => {
    const requests = app.findCollectionByNameOrId('requests')
    const documents = collection({
      type: 'base',
      name: 'request_documents',
      listRule: "@request.auth.isActive = true && (request.owner = @request.auth.id || @request.auth.role = '_admin')",
      viewRule: "@request.auth.isActive = true && (request.owner = @request.auth.id || @request.auth.role = '_admin')",
      createRule: null,
      updateRule: null,
      deleteRule: null,
      fields: [
        {
          type: 'relation',
          name: 'request',
          collectionId: requests.id,
          required: true,
          maxSelect: 1,
          cascadeDelete: true,
        },
        { type: 'text', name: 'number', required: true, max: 20 },
        { ...pdf, name: 'file', required: true, maxSelect: 1 },
        { type: 'autodate', name: 'created', onCreate: true, onUpdate: false },
        { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true },
      ],
      indexes: ['CREATE INDEX `idx_request_documents_request` ON `request_documents` (`request`, `created`)'],
    })
    app.save(documents)
    app
      .db()
      .newQuery(
        `INSERT INTO request_documents (id, request, number, file, created, updated)
         SELECT substr(lower(hex(randomblob(8))), 2), requests.id, documentNumber, value, requests.updated, requests.updated
         FROM requests, json_each(previousDocuments) WHERE previousDocuments NOT IN ('', '[]') ORDER BY requests.rowid, key`,
      )
      .execute()
    copy(
      app,
      ({ request, file }) => `${requests.id}/${request}/${file}`,
      ({ id, file }) => `${documents.id}/${id}/${file}`,
      earlierIn(app),
    )
    requests.fields.removeByName('previousDocuments')
    requests.createRule = requests.createRule?.replace(untouched, '')
    requests.updateRule = requests.updateRule?.replace(untouched, '')
    withoutTriggers(app, () => app.save(requests))
  },
  (app) => {
    const requests = app.findCollectionByNameOrId('requests')
    const documents = app.findCollectionByNameOrId('request_documents')
    requests.fields.add(
      new FileField({ ...pdf, name: 'previousDocuments', maxSelect: 50 } as unknown as Partial<FileField>),
    )
    if (requests.createRule) requests.createRule += untouched
    if (requests.updateRule) requests.updateRule += untouched
    withoutTriggers(app, () => app.save(requests))
    app
      .db()
      .newQuery(
        `UPDATE requests SET previousDocuments = (
           SELECT json_group_array(file) FROM (SELECT file FROM request_documents WHERE request = requests.id ORDER BY rowid))
         WHERE id IN (SELECT request FROM request_documents)`,
      )
      .execute()
    copy(
      app,
      ({ id, file }) => `${documents.id}/${id}/${file}`,
      ({ request, file }) => `${requests.id}/${request}/${file}`,
      earlierIn(app),
    )
    app.delete(documents)
  },
)
