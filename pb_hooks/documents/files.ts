import { StorageAway } from '../lib/s3.ts'
import { openStorage, type Storage } from '../lib/storage.ts'

interface Pdf {
  id: string
  number: string
  pdf: string | number[]
}

/** Writes files that no request names yet, and gives their names by the ids of the requests; they outlive a loss of power. */
export function writePdfs(app: CoreApp, pdfs: Pdf[]): Map<string, string> {
  const names = new Map<string, string>()
  try {
    withStorage(app, (files) => {
      for (const { id, number, pdf } of pdfs) {
        const file = $filesystem.fileFromBytes(pdf, `${number}.pdf`)
        names.set(id, file.name)
        files.write(pathOf(app, 'requests', id, file.name), file)
      }
      // All are written before the first is waited for: the disk takes them together.
      files.settle([...names].map(([id, name]) => pathOf(app, 'requests', id, name)))
    })
  } catch (error) {
    forget(
      app,
      [...names].map(([id, name]) => pathOf(app, 'requests', id, name)),
    )
    throw error
  }
  return names
}

/** Copies files under paths that no record names yet, and tells which were there. */
export function copyFiles(app: CoreApp, pairs: { from: string; to: string }[]): Set<string> {
  const copied = new Set<string>()
  try {
    withStorage(app, (files) => {
      for (const { from, to } of pairs) if (files.copy(from, to)) copied.add(to)
      files.settle([...copied])
    })
  } catch (error) {
    forget(app, [...copied])
    throw error
  }
  return copied
}

/**
 * Deletes files that no record names, or no longer. One that stays is read by nobody, so it is no reason to fail; what is away is deleted with
 * those of the next time.
 */
export function forget(app: CoreApp, paths: string[]) {
  const all = [...changeStrays(app, []), ...paths]
  if (!all.length) return
  try {
    withStorage(app, (files) => {
      for (const path of all) files.remove(path)
    })
  } catch (error) {
    console.error('files that nobody waits for:', error)
    if (error instanceof StorageAway) changeStrays(app, all.slice(-mostStrays))
  }
}

const mostStrays = 10_000

/** Held in memory only: gives those before. */
function changeStrays(app: CoreApp, paths: string[]): string[] {
  let before: string[] = []
  app.store().setFunc('strays', (kept: string | null) => {
    before = JSON.parse(kept ?? '[]') as string[]
    return JSON.stringify(paths)
  })
  return before
}

/** By which a file that somebody holds is told to be this one: SHA-256 in hexadecimal. */
export const hashOf = (pdf: string | number[]) => $security.sha256(typeof pdf === 'string' ? pdf : toString(pdf))

/** Empty where the file is gone. */
export const hashOfFile = (app: CoreApp, path: string) =>
  withStorage(app, (files) => {
    const bytes = files.read(path)
    return bytes ? hashOf(bytes) : ''
  })

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
