import { useState } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import type { Notes } from './returned.ts'

const none: Notes = {}

interface Kept {
  /** Revision of the request that the notes refer to. */
  revision?: number
  notes: Notes
}

const nothing: Kept = { notes: none }

/** Stores the notes of an unsent return in the browser. Ignores notes from an earlier revision of the request. */
export function useKeptNotes(
  owner: string,
  request: string,
  revision: number | undefined,
): [Notes, (notes: Notes) => void] {
  const [kept, set] = usePersistentState(owner, `notes:${request}`, nothing)
  // Uses the first revision received, so that notes stay visible if the request is resubmitted meanwhile.
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

/** Returns the non-empty notes as part of a decision's request body. */
export function filledNotes(notes: Notes): { notes?: Notes } {
  const said = filled(notes)
  return said.length ? { notes: Object.fromEntries(said) } : {}
}

/** Formats the reason and notes as a comment, used if another approver decided first. */
export function asComment(reason: string, notes: Notes, fields: readonly Field[]): string {
  const said = filled(notes).map(([key, text]) => `${fields.find((field) => field.key === key)?.label ?? key}: ${text}`)
  return [reason.trim(), ...said].filter(Boolean).join('\n')
}
