import {
  deleteFilesWhere,
  type LocalFile,
  type LocalFileInfo,
  listAllFiles,
  loadFile,
  storeFile,
} from './local-files.ts'

// Local data of users in this browser. Every entry has an owner and a time, and expires after 30 days.

const dayMs = 24 * 60 * 60 * 1000
const maxAgeMs = 30 * dayMs
/** Retention in ms of a file after its rows were sent. Only the result file still needs it. */
const maxSentAgeMs = 7 * dayMs

const kinds = ['draft', 'kept', 'batch-columns'] as const
type EntryKind = (typeof kinds)[number]

interface Entry {
  /** Time when the entry was saved, in ms since 1970. */
  at: number
  value: unknown
}

const getKeyPrefix = (kind: EntryKind, owner: string) => `${kind}:${owner}:`
const isExpired = ({ at }: { at: number }, limit = maxAgeMs) => Date.now() - at > limit

let currentOwner = ''

/** Allows local storage for this user until `clearLocalData` is called, even if the session ends before. */
export function enableLocalStore(owner: string) {
  currentOwner = owner
}

const mayStore = (owner: string) => owner !== '' && owner === currentOwner

/** Saves an entry. Returns whether it persists after the page closes; `false` if storage is disabled or full. */
export function saveLocalEntry(kind: EntryKind, owner: string, name: string, value: unknown): boolean {
  if (!mayStore(owner)) return false
  try {
    localStorage.setItem(getKeyPrefix(kind, owner) + name, JSON.stringify({ at: Date.now(), value } satisfies Entry))
    return true
  } catch {
    return false
  }
}

export function readLocalEntry<T>(kind: EntryKind, owner: string, name: string): T | null {
  const entry = read(getKeyPrefix(kind, owner) + name)
  return entry && !isExpired(entry) ? (entry.value as T) : null
}

export function removeLocalEntry(kind: EntryKind, owner: string, name: string) {
  try {
    localStorage.removeItem(getKeyPrefix(kind, owner) + name)
  } catch {
    // If storage is not accessible, there is no entry to remove.
  }
}

/** Returns the names of a user's entries of one kind. */
export function listLocalEntries(kind: EntryKind, owner: string): string[] {
  return listKeys([getKeyPrefix(kind, owner)]).map((key) => key.slice(getKeyPrefix(kind, owner).length))
}

/** Saves a file; returns whether it persists after the page closes. */
export const saveLocalFile = async (file: LocalFile) => mayStore(file.owner) && (await storeFile(file))

export const readLocalFile = <T extends LocalFile>(id: string, owner: string) =>
  loadFile(id, owner) as Promise<T | null>

/** Returns the data of all stored files of a user, without the files' content. */
export async function listLocalFiles<T extends LocalFile>(owner: string): Promise<LocalFileInfo<T>[]> {
  return (await listAllFiles()).filter((decisions) => decisions.owner === owner) as unknown as LocalFileInfo<T>[]
}

/** Deletes all local data of a user, and disables local storage, so that closing pages store nothing more. */
export async function clearLocalData(owner: string) {
  if (currentOwner === owner) currentOwner = ''
  for (const key of listKeys(kinds.map((kind) => getKeyPrefix(kind, owner)))) localStorage.removeItem(key)
  await deleteFilesWhere((decisions) => decisions.owner === owner)
}

/** Deletes expired and unreadable entries of all users. */
export async function deleteExpiredLocalData() {
  for (const key of listKeys(kinds.map((kind) => `${kind}:`))) {
    const entry = read(key)
    if (!entry || isExpired(entry)) localStorage.removeItem(key)
  }
  await deleteFilesWhere((decisions) => isExpired(decisions, decisions.sent ? maxSentAgeMs : maxAgeMs))
}

function listKeys(beginnings: readonly string[]): string[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
    return keys.filter((key) => beginnings.some((beginning) => key.startsWith(beginning)))
  } catch {
    return []
  }
}

function read(key: string): Entry | null {
  try {
    const parsed: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isEntry(parsed) ? parsed : null
  } catch {
    return null
  }
}

function isEntry(value: unknown): value is Entry {
  return (
    typeof value === 'object' && value !== null && 'value' in value && 'at' in value && typeof value.at === 'number'
  )
}
