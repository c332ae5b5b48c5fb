import { crc32, directory, localHeader, type ZipEntry } from '../../src/domain/zip.ts'
import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { rows } from '../lib/sql.ts'
import { visibleBatch } from './batch.ts'

const document = { id: '', document: '', documentNumber: '' }
type Document = typeof document

/** `GET /api/app/batches/{id}/documents`: one document after the other is read and sent, so that thousands take no memory. */
export function batchDocuments(e: core.RequestEvent) {
  if (!e.auth) e.auth = byFileToken(e)
  const batch = visibleBatch(e.app, e, requireUser(e))
  const documents = rows(
    e.app,
    `SELECT id, document, documentNumber FROM requests
     WHERE batch = {:batch} AND batch != '' AND documentStatus = 'ready' AND document != '' ORDER BY row`,
    { batch: batch.id },
    document,
  )
  if (!documents.length) throw refuse('batch.noDocuments', 404)
  const headers = e.response.header()
  headers.set('Content-Type', 'application/zip')
  headers.set('Content-Disposition', `attachment; filename="${batch.getString('number')}.zip"`)
  headers.set('Cache-Control', 'private, no-store')
  headers.set('X-Content-Type-Options', 'nosniff')
  e.response.writeHeader(200)
  send(e, documents)
}

/** A download that the browser itself streams to the disk brings its token in the address, as files do. */
function byFileToken(e: core.RequestEvent): core.Record | undefined {
  try {
    return e.app.findAuthRecordByToken(e.requestInfo().query.token ?? '', 'file')
  } catch {
    return undefined
  }
}

function send(e: core.RequestEvent, documents: Document[]) {
  const collection = e.app.findCachedCollectionByNameOrId('requests')
  const files = e.app.newFilesystem()
  const entries: ZipEntry[] = []
  let offset = 0
  const write = (bytes: unknown, length: number) => {
    e.response.write(bytes as number[])
    offset += length
  }
  try {
    for (const document of documents) {
      const { name, content } = fileOf(files, collection.id, document)
      const bytes = Buffer.from(content)
      const entry = { name, crc: crc32(bytes), size: bytes.length, offset }
      const header = localHeader(entry)
      write(header, header.length)
      write(content, bytes.length)
      entries.push(entry)
    }
    for (const part of directory(entries, offset)) write(part, part.length)
  } finally {
    files.close()
  }
}

/** Where a file is gone, as after a copy that was cut short, a line says so in its place: the others are still wanted. */
function fileOf(files: filesystem.System, collection: string, { id, document, documentNumber }: Document) {
  try {
    return { name: `${documentNumber}.pdf`, content: read(files, `${collection}/${id}/${document}`) }
  } catch (error) {
    console.error(`document ${documentNumber} of request ${id}:`, error)
    return { name: `${documentNumber} (falta).txt`, content: 'El archivo de este documento no está en el servidor.\n' }
  }
}

function read(files: filesystem.System, key: string): number[] {
  const reader = files.getReader(key)
  try {
    return toBytes(reader)
  } finally {
    reader.close()
  }
}
