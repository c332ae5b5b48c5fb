import type { Mapping } from '../domain/columns.ts'
import type { ReadingOptions } from './files/book.ts'
import type { Answers } from './reading/question.ts'
import type { Step } from './rows/step.ts'
import type { SheetChoice } from './worker/session.ts'

/** A file on its way to a batch, with all that a person decided about it: enough to begin again after the page was closed. */
export interface ImportDraft {
  id: string
  owner: string
  format: string
  file: File
  fileName: string
  options: Omit<ReadingOptions, 'fields'>
  choice: Pick<SheetChoice, 'sheet' | 'header'>
  mapping: Mapping
  answers: Answers
  includeHidden: boolean
  /** What was done to the rows, also while the columns are looked at once more. */
  steps: Step[]
  /** Whether the rows are being looked at, and no longer the columns. */
  atRows: boolean
  /** How many rows there are and how many of them are wrong, for the list of what was begun. */
  counts: { total: number; error: number } | null
  /** The batch to which the rows are being sent. */
  batch: string | null
  /** The rows are all there: only kept so that the results can have the file's own columns. */
  sent: boolean
  /** Milliseconds since 1970. */
  at: number
}

const week = 7 * 24 * 60 * 60 * 1000

type Decisions = Omit<ImportDraft, 'file'>

/** Where the browser keeps nothing, it is at least kept until the page is closed. */
const here = new Map<string, ImportDraft>()
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
export async function keepDraft(draft: ImportDraft): Promise<boolean> {
  const isNew = here.get(draft.id)?.file !== draft.file
  here.set(draft.id, draft)
  const { file, ...decisions } = draft
  try {
    const kept = run('decisions', 'readwrite', (store) => store.put(decisions))
    if (isNew) await run('files', 'readwrite', (store) => store.put(file, draft.id))
    await kept
    return true
  } catch {
    return false
  }
}

async function withFile(decisions: Decisions): Promise<ImportDraft | null> {
  const file = await run<File | undefined>('files', 'readonly', (store) => store.get(decisions.id))
  if (!file) return null
  const draft = { ...decisions, file }
  here.set(draft.id, draft)
  return draft
}

const allKept = () =>
  run<Decisions[]>('decisions', 'readonly', (store) => store.getAll()).catch((): Decisions[] => [...here.values()])

export async function draftOf(id: string, owner: string): Promise<ImportDraft | null> {
  const known = here.get(id)
  if (known) return known.owner === owner ? known : null
  const decisions = (await allKept()).find((draft) => draft.id === id && draft.owner === owner)
  return decisions ? withFile(decisions).catch(() => null) : null
}

export async function dropDraft(id: string): Promise<void> {
  here.delete(id)
  await Promise.all([
    run('decisions', 'readwrite', (store) => store.delete(id)),
    run('files', 'readwrite', (store) => store.delete(id)),
  ]).catch(() => undefined)
}

/** What a person began and did not send, the newest first; files that nobody needs any more are removed. */
export async function draftsOf(owner: string): Promise<Decisions[]> {
  const all = await allKept()
  const old = all.filter((draft) => draft.sent && (draft.owner !== owner || Date.now() - draft.at > week))
  await Promise.all(old.map(({ id }) => dropDraft(id)))
  return all.filter((draft) => draft.owner === owner && !draft.sent).sort((a, b) => b.at - a.at)
}

/** The file of which a batch was made, where this browser still has it. */
export async function fileOf(batch: string, owner: string): Promise<ImportDraft | null> {
  const decisions = (await allKept()).find((draft) => draft.batch === batch && draft.owner === owner)
  return decisions ? draftOf(decisions.id, owner) : null
}
