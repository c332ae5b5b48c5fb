import type { Mapping } from '../domain/columns.ts'
import type { ReadingOptions } from './reading/book.ts'
import type { Answers } from './reading/question.ts'
import type { SheetChoice } from './reading/session.ts'
import type { Step } from './rows/step.ts'

/** A file on its way to a batch, with all that a person decided about it: enough to begin again after the page was closed. */
export interface ImportDraft {
  id: string
  owner: string
  format: string
  file: File
  options: Omit<ReadingOptions, 'fields'>
  choice: Pick<SheetChoice, 'sheet' | 'header'>
  mapping: Mapping
  answers: Answers
  includeHidden: boolean
  /** Null while the columns are being looked at. */
  steps: Step[] | null
  /** How many rows there are and how many of them are wrong, for the list of what was begun. */
  counts: { total: number; error: number } | null
  /** The batch to which the rows are being sent. */
  batch: string | null
  /** The rows are all there: only kept so that the results can have the file's own columns. */
  sent: boolean
  /** Milliseconds since 1970. */
  at: number
}

const store = 'imports'
const week = 7 * 24 * 60 * 60 * 1000

/** Where the browser keeps nothing, it is at least kept until the page is closed. */
const here = new Map<string, ImportDraft>()
let opened: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('batches', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return opened
}

async function run<Result>(
  mode: IDBTransactionMode,
  ask: (kept: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const transaction = (await database()).transaction(store, mode)
  const request = ask(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
    transaction.onerror = () => reject(transaction.error)
  })
}

/** Answers whether it outlives the page. */
export async function keepDraft(draft: ImportDraft): Promise<boolean> {
  here.set(draft.id, draft)
  try {
    await run('readwrite', (kept) => kept.put(draft))
    return true
  } catch {
    return false
  }
}

export async function draftOf(id: string, owner: string): Promise<ImportDraft | null> {
  const draft =
    here.get(id) ?? (await run<ImportDraft | undefined>('readonly', (kept) => kept.get(id)).catch(() => null))
  return draft?.owner === owner ? draft : null
}

export async function dropDraft(id: string): Promise<void> {
  here.delete(id)
  await run('readwrite', (kept) => kept.delete(id)).catch(() => undefined)
}

/** What a person began and did not send, the newest first; files that nobody needs any more are removed. */
export async function draftsOf(owner: string): Promise<ImportDraft[]> {
  const all = await run<ImportDraft[]>('readonly', (kept) => kept.getAll()).catch(() => [...here.values()])
  const old = all.filter((draft) => draft.sent && (draft.owner !== owner || Date.now() - draft.at > week))
  await Promise.all(old.map(({ id }) => dropDraft(id)))
  return all.filter((draft) => draft.owner === owner && !draft.sent).sort((a, b) => b.at - a.at)
}

/** The file of which a batch was made, where this browser still has it. */
export async function fileOf(batch: string, owner: string): Promise<ImportDraft | null> {
  const all = await run<ImportDraft[]>('readonly', (kept) => kept.getAll()).catch(() => [...here.values()])
  return all.find((draft) => draft.batch === batch && draft.owner === owner) ?? null
}
