import type { Failure } from './document-content.ts'
import { tell } from './events.ts'

/** Keeps a document that was due, and which letterhead it has; the one before it stays in the history. */
export function store(app: CoreApp, id: string, pdf: string | number[], letterhead: string) {
  app.runInTransaction((tx) => {
    const request = dueRequest(tx, id)
    if (!request) return
    const number = request.getString('documentNumber')
    const previous = keepEarlier(tx, request)
    request.set('document', $filesystem.fileFromBytes(pdf, `${number}.pdf`))
    request.set('letterhead', letterhead)
    request.set('documentStatus', 'ready')
    request.set('documentError', '')
    request.set('documentErrorDetails', null)
    request.set('documentLease', 0)
    tx.save(request)
    syncFile(tx, request, 'document')
    tell(tx, {
      subject: 'requests',
      subjectId: id,
      owner: request.getString('owner'),
      action: 'document',
      details: previous ? { number, previous } : { number },
    })
  })
}

/** Says why a document that was due could not be made. */
export function fail(app: CoreApp, id: string, { code, details = {} }: Failure) {
  app.runInTransaction((tx) => {
    const request = dueRequest(tx, id)
    if (!request) return
    request.set('documentStatus', 'failed')
    request.set('documentError', code)
    request.set('documentErrorDetails', details)
    request.set('documentLease', 0)
    tx.save(request)
    tell(tx, {
      subject: 'requests',
      subjectId: id,
      owner: request.getString('owner'),
      action: 'documentFailed',
      reason: code,
      details,
    })
  })
}

function dueRequest(tx: CoreApp, id: string): core.Record | undefined {
  const request = tx.findRecordsByIds('requests', [id])[0]
  return request?.getString('documentStatus') === 'pending' ? request : undefined
}

/** The document before this one gets a record of its own, under its own name; PocketBase deletes the file that leaves its field. */
function keepEarlier(tx: CoreApp, request: core.Record): string {
  const name = request.getString('document')
  if (!name) return ''
  const file = $filesystem.fileFromPath(`${folderOf(tx, request)}/${name}`)
  file.name = name
  const earlier = new Record(tx.findCachedCollectionByNameOrId('request_documents'))
  earlier.load({ request: request.id, number: request.getString('documentNumber'), file })
  tx.save(earlier)
  syncFile(tx, earlier, 'file')
  return name
}

// PocketBase writes a file without telling the disk to keep it; the row that names it must not outlive it.
function syncFile(app: CoreApp, record: core.Record, field: string) {
  for (const name of [record.getString(field), '.']) {
    const file = $os.openInRoot(folderOf(app, record), name)
    file.sync()
    file.close()
  }
}

const folderOf = (app: CoreApp, record: core.Record) => `${app.dataDir()}/storage/${record.baseFilesPath()}`
