import { type ArchivedFile, listArchivedFiles } from '../attachments/archived-files.ts'
import { isStorageUnavailable } from '../lib/files/file-storage.ts'
import { getFilePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'
import { type QueryParams, queryRows } from '../lib/sql.ts'

const documentColumns = { id: '', number: '', file: '' }

/** Generated document: the id of its request, its number and its file name. */
export type GeneratedDocument = typeof documentColumns

const documentsPerQuery = 1_000

/** Iterates over generated documents in order of number. `chosen`: query of row ids; `first` and `last`: inclusive limits, empty for none. */
export function* iterateDocuments(app: CoreApp, chosen: string, params: QueryParams, { first = '', last = '' } = {}) {
  const query = `SELECT id, documentNumber AS number, document AS file FROM requests
    WHERE ${buildGeneratedDocumentCondition(chosen)} AND documentNumber >= {:first} AND (documentNumber > {:after} OR {:after} = '')
      AND (documentNumber <= {:last} OR {:last} = '') ORDER BY documentNumber LIMIT ${documentsPerQuery}`
  let after = ''
  for (;;) {
    const found: GeneratedDocument[] = queryRows(app, query, { ...params, first, last, after }, documentColumns)
    yield* found
    after = found.at(-1)?.number ?? ''
    if (found.length < documentsPerQuery) return
  }
}

/** Returns an SQL condition: the request is among `chosen` and its document is generated. */
export const buildGeneratedDocumentCondition = (chosen: string) =>
  `requests.serial IN (${chosen}) AND documentStatus = 'ready' AND document != ''`

export interface DocumentFileReader {
  /** Reads a file, at most `maxBytes` bytes. Throws if the file is missing. */
  read(document: GeneratedDocument, maxBytes?: number): number[]
  attachedTo(document: GeneratedDocument): ArchivedFile[]
}

export function createDocumentFileReader(app: CoreApp): DocumentFileReader {
  return {
    read({ id, file }, maxBytes) {
      const bytes = engine.files.read(getFilePath(app, 'requests', id, file), maxBytes)
      if (!bytes) throw new Error('the file is gone')
      return bytes
    },
    attachedTo: ({ id }) => listArchivedFiles(app, id),
  }
}

/** Logs a missing file. Callers then output a message in its place. Rethrows if the storage is only temporarily unavailable. */
export function logMissingFile({ id, number }: GeneratedDocument, error: unknown) {
  if (isStorageUnavailable(error)) throw error
  logError(`document ${number} of request ${id}:`, error)
}
