interface Pdf {
  id: string
  number: string
  pdf: string | number[]
}

/** Writes files that no request names yet, and gives their names by the ids of the requests; they outlive a loss of power. */
export function writePdfs(app: CoreApp, pdfs: Pdf[]): Map<string, string> {
  const names = new Map<string, string>()
  const files = app.newFilesystem()
  try {
    for (const { id, number, pdf } of pdfs) {
      const file = $filesystem.fileFromBytes(pdf, `${number}.pdf`)
      names.set(id, file.name)
      files.uploadFile(file, `${folderOf(app, id)}/${file.name}`)
    }
  } catch (error) {
    forget(app, names)
    throw error
  } finally {
    files.close()
  }
  // All are written before the first is waited for: the disk takes them together.
  try {
    for (const [id, name] of names) syncFile(app, folderOf(app, id), name)
  } catch (error) {
    forget(app, names)
    throw error
  }
  return names
}

/** Deletes files that no request names after all. One that stays is read by nobody, so it is no reason to fail. */
export function forget(app: CoreApp, names: ReadonlyMap<string, string>) {
  if (!names.size) return
  const files = app.newFilesystem()
  try {
    for (const [id, name] of names) files.delete(`${folderOf(app, id)}/${name}`)
  } catch (error) {
    console.error('documents that nobody waits for:', error)
  } finally {
    files.close()
  }
}

/** By which a file that somebody holds is told to be this one: SHA-256 in hexadecimal. */
export const hashOf = (pdf: string | number[]) => $security.sha256(typeof pdf === 'string' ? pdf : toString(pdf))

export const hashOfFile = (app: CoreApp, collection: string, id: string, name: string) =>
  hashOf($os.readFile(`${root(app)}/${folderOf(app, id, collection)}/${name}`))

/** Whether a request's file is there: a copy that was cut short may lack it. */
export function isKept(app: CoreApp, id: string, name: string): boolean {
  try {
    $os.stat(`${root(app)}/${folderOf(app, id)}/${name}`)
    return true
  } catch {
    return false
  }
}

/** A request's file, to be kept by another record under the same name. */
export function copyOf(app: CoreApp, id: string, name: string): filesystem.File {
  const file = $filesystem.fileFromPath(`${root(app)}/${folderOf(app, id)}/${name}`)
  file.name = name
  return file
}

// PocketBase writes a file without telling the disk to keep it; the row that names it must not outlive it.
export function syncFile(app: CoreApp, folder: string, name: string) {
  for (const one of [name, '.']) {
    const file = $os.openInRoot(`${root(app)}/${folder}`, one)
    try {
      file.sync()
    } finally {
      file.close()
    }
  }
}

const root = (app: CoreApp) => `${app.dataDir()}/storage`

const folderOf = (app: CoreApp, id: string, collection = 'requests') =>
  `${app.findCachedCollectionByNameOrId(collection).id}/${id}`
