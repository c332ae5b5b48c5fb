import { keptFor, mayKeep } from './own.ts'

/** A file on this computer with what its owner decided about it, as `T` has it. */
export interface OwnFile {
  id: string
  owner: string
  file: File
  fileName: string
  /** Nothing of it is left to do: kept for a while all the same. */
  sent: boolean
  /** Milliseconds since 1970. */
  at: number
}

/** All but the file itself, which is read only when it is needed. */
export type Decisions<T extends OwnFile = OwnFile> = Omit<T, 'file'>

const week = 7 * 24 * 60 * 60 * 1000

/** Where the browser keeps nothing, it is at least kept until the page is closed. */
const here = new Map<string, OwnFile>()
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
  ask: (kept: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(store, mode)
  const request = ask(transaction.objectStore(store))
  // Without waiting for the answer: a page that is closed now has still kept it.
  transaction.commit()
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

/** Answers whether it outlives the page. The file itself is written once, its decisions as often as one is made. */
export async function keepFile(own: OwnFile): Promise<boolean> {
  if (!mayKeep(own.owner)) return false
  const isNew = here.get(own.id)?.file !== own.file
  here.set(own.id, own)
  const { file, ...decisions } = own
  try {
    const kept = run('decisions', 'readwrite', (store) => store.put(decisions))
    if (isNew) await run('files', 'readwrite', (store) => store.put(file, own.id))
    await kept
    return true
  } catch {
    return false
  }
}

const all = () =>
  run<Decisions[]>('decisions', 'readonly', (store) => store.getAll()).catch((): Decisions[] => [...here.values()])

/** Each of a person's files, without the file itself. */
export async function ownFiles<T extends OwnFile>(owner: string): Promise<Decisions<T>[]> {
  return (await all()).filter((decisions) => decisions.owner === owner) as unknown as Decisions<T>[]
}

export async function ownFile<T extends OwnFile>(id: string, owner: string): Promise<T | null> {
  const known = here.get(id)
  if (known) return known.owner === owner ? (known as T) : null
  const decisions = (await ownFiles<T>(owner)).find((draft) => draft.id === id)
  const file =
    decisions && (await run<File | undefined>('files', 'readonly', (store) => store.get(id)).catch(() => null))
  if (!file) return null
  const whole = { ...decisions, file } as unknown as T
  here.set(id, whole)
  return whole
}

export async function dropFile(id: string): Promise<void> {
  here.delete(id)
  await Promise.all([
    run('decisions', 'readwrite', (store) => store.delete(id)),
    run('files', 'readwrite', (store) => store.delete(id)),
  ]).catch(() => undefined)
}

/** Erases all files that a person left here. */
export const forgetFiles = (owner: string) => dropThose((decisions) => decisions.owner === owner)

/** Removes what is too old, whosever it is, and what was sent a week ago. */
export const sweepFiles = () => dropThose(({ at, sent }) => Date.now() - at > (sent ? week : keptFor))

async function dropThose(isMeant: (decisions: Decisions) => boolean) {
  for (const [id, own] of here) if (isMeant(own)) here.delete(id)
  const meant = (await all()).filter(isMeant)
  await Promise.all(meant.map(({ id }) => dropFile(id)))
}
