import { tell } from './events.ts'
import { run } from './sql.ts'

/** Keeps a document that was due; the one before it stays in the history. */
export function store(app: CoreApp, id: string, pdf: string | number[]) {
  app.runInTransaction((tx) => {
    const before = dueRequest(tx, id)
    if (!before) return
    const previous = before.getString('document')
    // By SQL: PocketBase would delete the file that leaves its field.
    if (previous)
      run(
        tx,
        `UPDATE requests SET document = '', previousDocuments = json_insert(previousDocuments, '$[#]', document) WHERE id = {:id}`,
        { id },
      )
    const request = tx.findRecordById('requests', id)
    const number = request.getString('documentNumber')
    request.set('document', $filesystem.fileFromBytes(pdf, `${number}.pdf`))
    request.set('documentStatus', 'ready')
    request.set('documentError', '')
    request.set('documentLease', 0)
    tx.save(request)
    syncFile(tx, request)
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
export function fail(app: CoreApp, id: string, reason: string) {
  app.runInTransaction((tx) => {
    const request = dueRequest(tx, id)
    if (!request) return
    request.set('documentStatus', 'failed')
    request.set('documentError', reason.slice(0, 500))
    request.set('documentLease', 0)
    tx.save(request)
    tell(tx, {
      subject: 'requests',
      subjectId: id,
      owner: request.getString('owner'),
      action: 'documentFailed',
      reason: reason.slice(0, 500),
    })
  })
}

function dueRequest(tx: CoreApp, id: string): core.Record | undefined {
  const request = tx.findRecordsByIds('requests', [id])[0]
  return request?.getString('documentStatus') === 'pending' ? request : undefined
}

// PocketBase writes a file without telling the disk to keep it; the row that names it must not outlive it.
function syncFile(app: CoreApp, request: core.Record) {
  const folder = `${app.dataDir()}/storage/${request.baseFilesPath()}`
  for (const name of [request.getString('document'), '.']) {
    const file = $os.openInRoot(folder, name)
    file.sync()
    file.close()
  }
}
