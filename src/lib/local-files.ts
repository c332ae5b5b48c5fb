/** File stored in this browser until its rows are sent; `T` adds the user's import decisions. */
export interface LocalFile {
  id: string
  owner: string
  file: File
  fileName: string
  /** True if all rows were sent. The file is then deleted after 7 days. */
  sent: boolean
  /** Time of the last change, in ms since 1970. */
  at: number
}

/** Data of a stored file without the file's content. */
export type LocalFileInfo<T extends LocalFile = LocalFile> = Omit<T, 'file'>

/** Fallback if the browser has no storage: files remain until the page is closed. */
const inMemory = new Map<string, LocalFile>()
let openedDatabase: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  openedDatabase ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('batches', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('decisions', { keyPath: 'id' })
      request.result.createObjectStore('files')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return openedDatabase
}

async function runTransaction<Result>(
  store: 'decisions' | 'files',
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(store, mode)
  const request = ask(transaction.objectStore(store))
  // Commits immediately, because the page may be closing before the request's events arrive.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

/** Stores a file and the user's decisions; returns whether both persist after the page closes. Writes an already stored file's content only once. */
export async function storeFile(localFile: LocalFile): Promise<boolean> {
  const isNew = inMemory.get(localFile.id)?.file !== localFile.file
  inMemory.set(localFile.id, localFile)
  const { file, ...decisions } = localFile
  try {
    await Promise.all([
      runTransaction('decisions', 'readwrite', (store) => store.put(decisions)),
      isNew && runTransaction('files', 'readwrite', (store) => store.put(file, localFile.id)),
    ])
    return true
  } catch {
    return false
  }
}

/** Returns the data of all stored files of all users, without the files' content. */
export const listAllFiles = () =>
  runTransaction<LocalFileInfo[]>('decisions', 'readonly', (store) => store.getAll()).catch((): LocalFileInfo[] => [
    ...inMemory.values(),
  ])

/** Returns a stored file with its content; `null` if it does not exist or belongs to another user. */
export async function loadFile(id: string, owner: string): Promise<LocalFile | null> {
  const known = inMemory.get(id)
  if (known) return known.owner === owner ? known : null
  const decisions = (await listAllFiles()).find((one) => one.id === id && one.owner === owner)
  const file =
    decisions &&
    (await runTransaction<File | undefined>('files', 'readonly', (store) => store.get(id)).catch(() => null))
  if (!file) return null
  const stored = { ...decisions, file }
  inMemory.set(id, stored)
  return stored
}

export async function deleteFile(id: string): Promise<void> {
  inMemory.delete(id)
  await Promise.all([
    runTransaction('decisions', 'readwrite', (store) => store.delete(id)),
    runTransaction('files', 'readwrite', (store) => store.delete(id)),
  ]).catch(() => undefined)
}

export async function deleteFilesWhere(isMeant: (decisions: LocalFileInfo) => boolean) {
  for (const [id, stored] of inMemory) if (isMeant(stored)) inMemory.delete(id)
  const meant = (await listAllFiles()).filter(isMeant)
  await Promise.all(meant.map(({ id }) => deleteFile(id)))
}
