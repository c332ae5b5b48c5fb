import { listLocalEntries, readLocalEntry, removeLocalEntry, saveLocalEntry } from '../lib/local-store.ts'
import type { FormValues } from './form-values.ts'

/** Typed values that the server does not have yet; deleted from the browser once the server has them. */
export interface LocalDraft {
  id: string
  format: string
  typed: FormValues
  /** Field `updated` of the stored draft that was edited; empty if none was stored. */
  base: string
  /** Time of the last change, in ms since 1970. */
  at: number
}

/** Drafts that the browser could not store, by owner and id. They are lost when the page closes. */
const unstored = new Map<string, LocalDraft>()
const getKey = (owner: string, id: string) => `${owner}:${id}`

/** Returns whether the browser could store the draft permanently. */
export function saveLocalDraft(owner: string, local: LocalDraft): boolean {
  const isStored = saveLocalEntry('draft', owner, local.id, local)
  if (isStored) unstored.delete(getKey(owner, local.id))
  else unstored.set(getKey(owner, local.id), local)
  return isStored
}

/** Removes a local draft with these values. Leaves other values, because another tab stored them. */
export function removeLocalDraft(owner: string, id: string, typed: FormValues) {
  if (JSON.stringify(loadLocalDraft(owner, id)?.typed) !== JSON.stringify(typed)) return
  unstored.delete(getKey(owner, id))
  removeLocalEntry('draft', owner, id)
}

export function loadLocalDraft(owner: string, id: string): LocalDraft | null {
  const local = unstored.get(getKey(owner, id)) ?? readLocalEntry<LocalDraft>('draft', owner, id)
  return local && typeof local.id === 'string' && typeof local.typed === 'object' ? local : null
}

/** Returns all local drafts of a user, newest first. */
export function listLocalDrafts(owner: string): LocalDraft[] {
  const held = [...unstored.keys()].flatMap((key) => key.split(`${owner}:`)[1] ?? [])
  return [...new Set([...listLocalEntries('draft', owner), ...held])]
    .flatMap((id) => loadLocalDraft(owner, id) ?? [])
    .sort((a, b) => b.at - a.at)
}
