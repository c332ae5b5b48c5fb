import { useState } from 'react'
import type { Field } from '../domain/fields/field.ts'
import { usePersistentState } from '../lib/use-persistent-state.ts'
import type { RequestReturnNotes } from './request-return.ts'

const noNotes: RequestReturnNotes = {}

interface StoredNotes {
  /** Revision of the request that the notes refer to. */
  revision?: number
  notes: RequestReturnNotes
}

const noStoredNotes: StoredNotes = { notes: noNotes }

/**
 * State of the correction notes, stored in the browser until they are sent. Ignores notes on an earlier revision of the
 * request.
 */
export function useStoredReturnNotes(
  owner: string,
  request: string,
  revision: number | undefined,
): [RequestReturnNotes, (notes: RequestReturnNotes) => void] {
  const [kept, set] = usePersistentState(owner, `notes:${request}`, noStoredNotes)
  // Keeps the revision of the first render, so that the notes stay visible if the requester submits again meanwhile.
  const [round, setRound] = useState(revision)
  if (round === undefined && revision !== undefined) setRound(revision)
  const notes = round !== undefined && kept.revision === round ? kept.notes : noNotes
  return [
    notes,
    (next) => set(round !== undefined && Object.keys(next).length ? { revision: round, notes: next } : noStoredNotes),
  ]
}

const listNonEmptyNotes = (notes: RequestReturnNotes) =>
  Object.entries(notes).flatMap(([key, text]) => (text.trim() ? [[key, text.trim()]] : []))

/** Returns the non-empty notes as part of a decision's request body. */
export function toReturnNotesPayload(notes: RequestReturnNotes): { notes?: RequestReturnNotes } {
  const notesWithText = listNonEmptyNotes(notes)
  return notesWithText.length ? { notes: Object.fromEntries(notesWithText) } : {}
}

/** Formats the reason and notes as a comment, used if another approver decided first. */
export function formatReturnNotesAsComment(
  reason: string,
  notes: RequestReturnNotes,
  fields: readonly Field[],
): string {
  const noteLines = listNonEmptyNotes(notes).map(
    ([key, text]) => `${fields.find((field) => field.key === key)?.label ?? key}: ${text}`,
  )
  return [reason.trim(), ...noteLines].filter(Boolean).join('\n')
}
