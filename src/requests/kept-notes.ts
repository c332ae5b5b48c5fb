import { useState } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import type { Notes } from './returned.ts'

const none: Notes = {}

interface Kept {
  /** The round of the request they are of. */
  revision?: number
  notes: Notes
}

const nothing: Kept = { notes: none }

/** The notes of a return that is not sent yet, kept in this browser; those of an earlier round of the request are of no use any more. */
export function useKeptNotes(
  owner: string,
  request: string,
  revision: number | undefined,
): [Notes, (notes: Notes) => void] {
  const [kept, set] = usePersistentState(owner, `notes:${request}`, nothing)
  // What was begun stays in view, also where the request comes back meanwhile.
  const [round, setRound] = useState(revision)
  if (round === undefined && revision !== undefined) setRound(revision)
  const notes = round !== undefined && kept.revision === round ? kept.notes : none
  return [
    notes,
    (next) => set(round !== undefined && Object.keys(next).length ? { revision: round, notes: next } : nothing),
  ]
}

const filled = (notes: Notes) =>
  Object.entries(notes).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()]] : []))

/** Those that say something, as they travel with a decision. */
export function filledNotes(notes: Notes): { notes?: Notes } {
  const said = filled(notes)
  return said.length ? { notes: Object.fromEntries(said) } : {}
}

/** What was written for a decision that somebody else took first, as a comment. */
export function asComment(reason: string, notes: Notes, fields: readonly Field[]): string {
  const said = filled(notes).map(([key, text]) => `${fields.find((field) => field.key === key)?.label ?? key}: ${text}`)
  return [reason.trim(), ...said].filter(Boolean).join('\n')
}
