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
export const keepLocalDraft = (owner: string, copy: LocalDraft) => saveLocal('draft', owner, copy.id, copy)

export const dropLocalDraft = (owner: string, id: string) => removeLocal('draft', owner, id)

export function localDraftOf(owner: string, id: string): LocalDraft | null {
  const copy = readLocal<LocalDraft>('draft', owner, id)
  return copy && typeof copy.id === 'string' && typeof copy.typed === 'object' ? copy : null
}

/** Every copy of a person, the newest first. */
export function localDraftsOf(owner: string): LocalDraft[] {
  return listLocal('draft', owner)
    .flatMap((id) => localDraftOf(owner, id) ?? [])
    .sort((a, b) => b.at - a.at)
}
