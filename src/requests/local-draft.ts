import { listLocal, readLocal, removeLocal, saveLocal } from '../lib/local-store.ts'
import type { FormValues } from './form-values.ts'

/** What was typed and the server does not have yet, kept in this browser only until it does. */
export interface LocalDraft {
  id: string
  format: string
  typed: FormValues
  /** `updated` of the stored draft on which this was typed; empty when none was stored. */
  base: string
  /** Milliseconds since 1970. */
  at: number
}

/** Answers whether it outlives the page. */
export const saveLocalDraft = (owner: string, local: LocalDraft) => saveLocal('draft', owner, local.id, local)

export const removeLocalDraft = (owner: string, id: string) => removeLocal('draft', owner, id)

export function localDraftOf(owner: string, id: string): LocalDraft | null {
  const local = readLocal<LocalDraft>('draft', owner, id)
  return local && typeof local.id === 'string' && typeof local.typed === 'object' ? local : null
}

/** Every local draft of a person, the newest first. */
export function localDraftsOf(owner: string): LocalDraft[] {
  return listLocal('draft', owner)
    .flatMap((id) => localDraftOf(owner, id) ?? [])
    .sort((a, b) => b.at - a.at)
}
