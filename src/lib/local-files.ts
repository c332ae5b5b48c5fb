/** A file on this computer with what its owner decided about it, as `T` has it. */
export interface LocalFile {
  id: string
  owner: string
  file: File
  fileName: string
  /** Nothing of it is left to do: stored for a while all the same. */
  sent: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** All but the file itself, which is read only when it is needed. */
export type Decisions<T extends LocalFile = LocalFile> = Omit<T, 'file'>

/** Where the browser stores nothing, a file is at least there until the page is closed. */
const inMemory = new Map<string, LocalFile>()
let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('batches', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('decisions', { keyPath: 'id' })
      request.result.createObjectStore('files')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<Result>(
  store: 'decisions' | 'files',
  mode: IDBTransactionMode,
  ask: (store: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(store, mode)
  const request = ask(transaction.objectStore(store))
  // Without waiting for the answer: a page that is closed now has still stored it.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

/** Answers whether it outlives the page. The file itself is written once, its decisions as often as one is made. */
export async function putFile(whole: LocalFile): Promise<boolean> {
  const isNew = inMemory.get(whole.id)?.file !== whole.file
  inMemory.set(whole.id, whole)
  const { file, ...decisions } = whole
  try {
    await Promise.all([
      run('decisions', 'readwrite', (store) => store.put(decisions)),
      isNew && run('files', 'readwrite', (store) => store.put(file, whole.id)),
    ])
    return true
  } catch {
    return false
  }
}

/** Whosever they are, without the files themselves. */
export const allFiles = () =>
  run<Decisions[]>('decisions', 'readonly', (store) => store.getAll()).catch((): Decisions[] => [...inMemory.values()])

/** The file with its decisions; null where it is not there, or somebody else's. */
export async function fileWith(id: string, owner: string): Promise<LocalFile | null> {
  const known = inMemory.get(id)
  if (known) return known.owner === owner ? known : null
  const decisions = (await allFiles()).find((one) => one.id === id && one.owner === owner)
  const file =
    decisions && (await run<File | undefined>('files', 'readonly', (store) => store.get(id)).catch(() => null))
  if (!file) return null
  const whole = { ...decisions, file }
  inMemory.set(id, whole)
  return whole
}

export async function deleteFile(id: string): Promise<void> {
  inMemory.delete(id)
  await Promise.all([
    run('decisions', 'readwrite', (store) => store.delete(id)),
    run('files', 'readwrite', (store) => store.delete(id)),
  ]).catch(() => undefined)
}

export async function deleteFiles(isMeant: (decisions: Decisions) => boolean) {
  for (const [id, whole] of inMemory) if (isMeant(whole)) inMemory.delete(id)
  const meant = (await allFiles()).filter(isMeant)
  await Promise.all(meant.map(({ id }) => deleteFile(id)))
}
