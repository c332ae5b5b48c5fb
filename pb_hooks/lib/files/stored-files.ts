import { logError } from '../log.ts'
import { queryRows } from '../sql.ts'
import { isStorageUnavailable } from './file-storage.ts'

/** Maximum queued files deleted per call, so that no call waits long for the files of earlier calls. */
const filesPerCall = 50
const maxQueuedFiles = 10_000

/**
 * Deletes files that no record names. Checks this in the database, because the caller's transaction may have failed.
 * Failures are ignored, because an orphaned file is never read. If the storage is not available, queues the files for
 * the next call.
 */
export function deleteUnreferencedFiles(app: CoreApp, paths: string[]) {
  const all = [...updateDeletionQueue(app, (queue) => queue.splice(0, filesPerCall)), ...paths]
  if (!all.length) return
  const later: string[] = []
  try {
    const strays = excludeReferencedFiles(app, all)
    for (const path of strays)
      try {
        engine.files.remove(path)
      } catch (error) {
        logError('deletion of a file:', error)
        if (isStorageUnavailable(error)) later.push(path)
      }
  } catch (error) {
    logError('deletion of files:', error)
  }
  if (later.length) updateDeletionQueue(app, (queue) => queue.push(...later.slice(0, maxQueuedFiles - queue.length)))
}

/** Changes the queue of files to delete, which is in memory only. */
function updateDeletionQueue<Answer>(app: CoreApp, change: (queue: string[]) => Answer): Answer {
  let answer: Answer | undefined
  app.store().setFunc('strays', (text: string | null) => {
    const names = JSON.parse(text ?? '[]') as string[]
    answer = change(names)
    return JSON.stringify(names)
  })
  return answer as Answer
}

const fileFields: Record<string, string> = {
  requests: 'document',
  request_documents: 'file',
  settings: 'logo',
  letterheads: 'logo',
  signatories: 'signature',
  signature_copies: 'image',
  attachments: 'file',
}

/**
 * Returns the files that no record names. Reads the database, because a transaction may fail at its end or afterwards.
 */
function excludeReferencedFiles(app: CoreApp, paths: string[]): string[] {
  const files = paths.map((path) => {
    const [collection = '', id = '', folder = '', inside] = path.split('/')
    // Thumbnails are in a directory named after the image: `thumbs_<name>/`.
    return { path, collection, id, name: inside === undefined ? folder : folder.replace(/^thumbs_/, '') }
  })
  const named = new Set<string>()
  for (const collection of new Set(files.map(({ collection }) => collection))) {
    const table = app.findCachedCollectionByNameOrId(collection).name
    const ids = files.filter((file) => file.collection === collection).map(({ id }) => id)
    const sql = `SELECT id, ${fileFields[table]} AS name FROM ${table} WHERE id IN (SELECT value FROM json_each({:ids}))`
    const found = queryRows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' })
    for (const { id, name } of found) named.add(`${collection}/${id}/${name}`)
  }
  return files.filter(({ collection, id, name }) => !named.has(`${collection}/${id}/${name}`)).map(({ path }) => path)
}

export const getFilePath = (app: CoreApp, collection: string, id: string, name: string) =>
  `${app.findCachedCollectionByNameOrId(collection).id}/${id}/${name}`

/** Returns the path of a picture that was converted for documents. */
export const getConvertedPicturePath = (path: string) =>
  `${path.replace(/[^/]+$/, (name) => `thumbs_${name}`)}/document.json`
