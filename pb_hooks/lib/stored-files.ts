import { logError } from './log.ts'
import { StorageAway } from './s3.ts'
import { rows } from './sql.ts'
import { openStorage, type Storage } from './storage.ts'

/** Of those that wait to be deleted so many are taken on at once: nobody waits long for what others left. */
const portion = 50
const mostStrays = 10_000

/**
 * Deletes files, but for what a record names: who leaves one may not know whether what named it was written. One that stays is read by nobody,
 * so it is no reason to fail; what is away is deleted with those of the next time.
 */
export function forget(app: CoreApp, paths: string[]) {
  const all = [...changeStrays(app, (kept) => kept.splice(0, portion)), ...paths]
  if (!all.length) return
  const later: string[] = []
  try {
    const strays = withoutNamed(app, all)
    withStorage(app, (files) => {
      for (const path of strays)
        try {
          files.remove(path)
        } catch (error) {
          logError('a file that nobody waits for:', error)
          if (error instanceof StorageAway) later.push(path)
        }
    })
  } catch (error) {
    logError('files that nobody waits for:', error)
  }
  if (later.length) changeStrays(app, (kept) => kept.push(...later.slice(0, mostStrays - kept.length)))
}

/** Held in memory only. */
function changeStrays<Answer>(app: CoreApp, change: (kept: string[]) => Answer): Answer {
  let answer: Answer | undefined
  app.store().setFunc('strays', (text: string | null) => {
    const kept = JSON.parse(text ?? '[]') as string[]
    answer = change(kept)
    return JSON.stringify(kept)
  })
  return answer as Answer
}

/** The fields that name files. */
const fields: Record<string, string> = {
  requests: 'document',
  request_documents: 'file',
  settings: 'logo',
  letterheads: 'logo',
  signatories: 'signature',
  kept_signatures: 'image',
  attachments: 'file',
}

/** Asked of the database, because a transaction may also fail at its very end, or what follows it. */
function withoutNamed(app: CoreApp, paths: string[]): string[] {
  const files = paths.map((path) => {
    const [collection = '', id = '', folder = '', inside] = path.split('/')
    // What was drawn of a picture lies in a folder of its own.
    return { path, collection, id, name: inside === undefined ? folder : folder.replace(/^thumbs_/, '') }
  })
  const named = new Set<string>()
  for (const collection of new Set(files.map(({ collection }) => collection))) {
    const table = app.findCachedCollectionByNameOrId(collection).name
    const ids = files.filter((file) => file.collection === collection).map(({ id }) => id)
    const sql = `SELECT id, ${fields[table]} AS name FROM ${table} WHERE id IN (SELECT value FROM json_each({:ids}))`
    const found = rows(app, sql, { ids: JSON.stringify(ids) }, { id: '', name: '' })
    for (const { id, name } of found) named.add(`${collection}/${id}/${name}`)
  }
  return files.filter(({ collection, id, name }) => !named.has(`${collection}/${id}/${name}`)).map(({ path }) => path)
}

export function withStorage<Answer>(app: CoreApp, work: (files: Storage) => Answer): Answer {
  const files = openStorage(app)
  try {
    return work(files)
  } finally {
    files.close()
  }
}

export const pathOf = (app: CoreApp, collection: string, id: string, name: string) =>
  `${app.findCachedCollectionByNameOrId(collection).id}/${id}/${name}`
