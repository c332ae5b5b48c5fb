import type { Typed } from './typed.ts'

/** What was typed and the server does not have yet, kept in this browser only until it does. */
export interface DraftCopy {
  id: string
  format: string
  typed: Typed
  /** `updated` of the stored draft on which this was typed; empty when none was stored. */
  base: string
  /** Milliseconds since 1970. */
  at: number
}

// Whose copy it is stands in the key: another person at the same computer is not shown it.
const prefix = (owner: string) => `draft:${owner}:`

export function keepCopy(owner: string, copy: DraftCopy): boolean {
  try {
    localStorage.setItem(prefix(owner) + copy.id, JSON.stringify(copy))
    return true
  } catch {
    return false
  }
}

export function dropCopy(owner: string, id: string) {
  localStorage.removeItem(prefix(owner) + id)
}

export function copyOf(owner: string, id: string): DraftCopy | null {
  return parsed(localStorage.getItem(prefix(owner) + id))
}

/** Every copy of a person, the newest first. */
export function copiesOf(owner: string): DraftCopy[] {
  return Object.keys(localStorage)
    .filter((key) => key.startsWith(prefix(owner)))
    .flatMap((key) => parsed(localStorage.getItem(key)) ?? [])
    .sort((a, b) => b.at - a.at)
}

function parsed(text: string | null): DraftCopy | null {
  try {
    const copy = JSON.parse(text ?? 'null') as DraftCopy | null
    return copy && typeof copy.id === 'string' && typeof copy.typed === 'object' ? copy : null
  } catch {
    return null
  }
}
