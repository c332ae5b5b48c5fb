import { allFiles, type Decisions, deleteFile, deleteFiles, fileWith, type LocalFile, putFile } from './local-files.ts'

// Local data of users in this browser. Every entry has an owner and a time, and expires after 30 days.

const day = 24 * 60 * 60 * 1000
const longest = 30 * day
/** Retention of a file whose rows were sent; it is needed only for the results. */
const longestSent = 7 * day

const kinds = ['draft', 'kept', 'batch-columns'] as const
type EntryKind = (typeof kinds)[number]

interface Entry {
  /** Time when the entry was saved, in ms since 1970. */
  at: number
  value: unknown
}

const start = (kind: EntryKind, owner: string) => `${kind}:${owner}:`
const isPast = ({ at }: { at: number }, limit = longest) => Date.now() - at > limit

let present = ''

/** Allows local storage for this user. It remains allowed after the session ends, until `clearLocal`. */
export function storeFor(owner: string) {
  present = owner
}

const mayStore = (owner: string) => owner !== '' && owner === present

/** Saves an entry; returns whether it persists after the page closes. Fails if storage is disabled or full. */
export function saveLocal(kind: EntryKind, owner: string, name: string, value: unknown): boolean {
  if (!mayStore(owner)) return false
  try {
    localStorage.setItem(start(kind, owner) + name, JSON.stringify({ at: Date.now(), value } satisfies Entry))
    return true
  } catch {
    return false
  }
}

export function readLocal<T>(kind: EntryKind, owner: string, name: string): T | null {
  const entry = read(start(kind, owner) + name)
  return entry && !isPast(entry) ? (entry.value as T) : null
}

export function removeLocal(kind: EntryKind, owner: string, name: string) {
  try {
    localStorage.removeItem(start(kind, owner) + name)
  } catch {
    // If storage is not accessible, there is no entry to remove.
  }
}

/** Returns the names of a user's entries of one kind. */
export function listLocal(kind: EntryKind, owner: string): string[] {
  return keysFrom([start(kind, owner)]).map((key) => key.slice(start(kind, owner).length))
}

/** Saves a file; returns whether it persists after the page closes. */
export const saveLocalFile = async (file: LocalFile) => mayStore(file.owner) && (await putFile(file))

export const readLocalFile = <T extends LocalFile>(id: string, owner: string) =>
  fileWith(id, owner) as Promise<T | null>

/** Returns the decisions of all files of a user, without the files. */
export async function listLocalFiles<T extends LocalFile>(owner: string): Promise<Decisions<T>[]> {
  return (await allFiles()).filter((decisions) => decisions.owner === owner) as unknown as Decisions<T>[]
}

export const removeLocalFile = deleteFile

/** Deletes all local data of a user. Pages that are still closing can no longer store data. */
export async function clearLocal(owner: string) {
  if (present === owner) present = ''
  for (const key of keysFrom(kinds.map((kind) => start(kind, owner)))) localStorage.removeItem(key)
  await deleteFiles((decisions) => decisions.owner === owner)
}

/** Deletes expired and unreadable entries of all users. */
export async function sweepLocal() {
  for (const key of keysFrom(kinds.map((kind) => `${kind}:`))) {
    const entry = read(key)
    if (!entry || isPast(entry)) localStorage.removeItem(key)
  }
  await deleteFiles((decisions) => isPast(decisions, decisions.sent ? longestSent : longest))
}

function keysFrom(beginnings: readonly string[]): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    return keys.filter((key) => beginnings.some((beginning) => key.startsWith(beginning)))
  } catch {
    return []
  }
}

function read(key: string): Entry | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isEntry(stored) ? stored : null
  } catch {
    return null
  }
}

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' && value !== null && 'value' in value && 'at' in value && typeof value.at === 'number'
  )
}
