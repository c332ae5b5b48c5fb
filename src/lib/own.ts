/** What this browser keeps for whoever typed it: no entry without its owner and its time, none longer than this. */
export const keptFor = 30 * 24 * 60 * 60 * 1000

const kinds = ['draft', 'kept', 'batch-columns'] as const
type Kind = (typeof kinds)[number]

interface Entry {
  /** Milliseconds since 1970. */
  at: number
  value: unknown
}

const start = (kind: Kind, owner: string) => `${kind}:${owner}:`
const isPast = ({ at }: Entry) => Date.now() - at > keptFor

let here = ''

/** From now on what this person types is kept, also while the session ends by itself. */
export function keepFor(owner: string) {
  here = owner
}

export const mayKeep = (owner: string) => owner !== '' && owner === here

/** Answers whether it outlives the page: a browser may keep nothing, or be full. */
export function keepOwn(kind: Kind, owner: string, what: string, value: unknown): boolean {
  if (!mayKeep(owner)) return false
  try {
    localStorage.setItem(start(kind, owner) + what, JSON.stringify({ at: Date.now(), value } satisfies Entry))
    return true
  } catch {
    return false
  }
}

export function ownOf<T>(kind: Kind, owner: string, what: string): T | null {
  const entry = read(start(kind, owner) + what)
  return entry && !isPast(entry) ? (entry.value as T) : null
}

export function dropOwn(kind: Kind, owner: string, what: string) {
  try {
    localStorage.removeItem(start(kind, owner) + what)
  } catch {
    // What cannot be reached was not kept either.
  }
}

/** The names of all that is kept of one kind. */
export function allOwn(kind: Kind, owner: string): string[] {
  return keysFrom([start(kind, owner)]).map((key) => key.slice(start(kind, owner).length))
}

/** Erases all that a person left here; pages that are still closing keep nothing more. */
export function forgetOwn(owner: string) {
  if (here === owner) here = ''
  for (const key of keysFrom(kinds.map((kind) => start(kind, owner)))) localStorage.removeItem(key)
}

/** Removes what is too old, whosever it is; what an earlier version kept without its time counts from now on. */
export function sweepOwn() {
  for (const key of keysFrom(kinds.map((kind) => `${kind}:`))) {
    const entry = read(key)
    if (!entry || isPast(entry)) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(entry))
  }
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
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (kept === null) return null
    return isEntry(kept) ? kept : { at: Date.now(), value: kept }
  } catch {
    return null
  }
}

function isEntry(kept: unknown): kept is Entry {
  return typeof kept === 'object' && kept !== null && 'value' in kept && 'at' in kept && typeof kept.at === 'number'
}
