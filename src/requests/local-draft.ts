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

/** Returns whether the browser could store the draft permanently. */
export const saveLocalDraft = (owner: string, local: LocalDraft) => saveLocalEntry('draft', owner, local.id, local)

/** Removes a local draft. If `typed` is set, removes only a draft with these values, because another tab may have stored others. */
export function removeLocalDraft(owner: string, id: string, typed?: FormValues) {
  const isOther = typed && JSON.stringify(loadLocalDraft(owner, id)?.typed) !== JSON.stringify(typed)
  if (!isOther) removeLocalEntry('draft', owner, id)
}

export function loadLocalDraft(owner: string, id: string): LocalDraft | null {
  const local = readLocalEntry<LocalDraft>('draft', owner, id)
  return local && typeof local.id === 'string' && typeof local.typed === 'object' ? local : null
}

/** Returns all local drafts of a user, newest first. */
export function listLocalDrafts(owner: string): LocalDraft[] {
  return listLocalEntries('draft', owner)
    .flatMap((id) => loadLocalDraft(owner, id) ?? [])
    .sort((a, b) => b.at - a.at)
}
