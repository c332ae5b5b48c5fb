import { usePersistentState } from '../lib/use-persistent-state.ts'
import type { Notes } from './returned.ts'

const none: Notes = {}

/** The notes of a return that is not sent yet, kept in this browser. */
export function useKeptNotes(owner: string, request: string): [Notes, (notes: Notes) => void] {
  const [notes, set] = usePersistentState(owner, `notes:${request}`, none)
  return [notes, (next) => set(Object.keys(next).length ? next : none)]
}

/** Those that say something, as they travel with a decision. */
export function filledNotes(notes: Notes): { notes?: Notes } {
  const filled = Object.entries(notes).filter(([, text]) => text.trim())
  return filled.length ? { notes: Object.fromEntries(filled.map(([key, text]) => [key, text.trim()])) } : {}
}
