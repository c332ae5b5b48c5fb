import type { Event } from '../domain/history/event.ts'

/** Requested corrections by field key. */
export type Notes = Record<string, string>

/** Return of a request to its requester. */
export interface Returned {
  reason: string
  notes: Notes
  who: string
  at: string
}

/** Returns the notes of a return by field key; empty if it has none. */
export function notesOf({ details }: Pick<Event, 'details'>): Notes {
  const notes = details?.notes
  return typeof notes === 'object' && notes !== null ? (notes as Notes) : {}
}

/** Returns the newest return of a history that is sorted oldest first. */
export function lastReturn(events: readonly Event[]): Returned | undefined {
  const event = events.findLast(({ action }) => action === 'return')
  return event && { reason: event.reason, notes: notesOf(event), who: event.actorName, at: event.created }
}
