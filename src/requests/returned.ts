import type { Event } from '../domain/history/event.ts'

/** What is to be mended in single fields, by their keys. */
export type Notes = Record<string, string>

/** Why a request went back. */
export interface Returned {
  reason: string
  notes: Notes
  who: string
  at: string
}

/** Notes of a return by field key; empty if the return has none. */
export function notesOf({ details }: Pick<Event, 'details'>): Notes {
  const notes = details?.notes
  return typeof notes === 'object' && notes !== null ? (notes as Notes) : {}
}

/** The last return of a history, the oldest of which comes first. */
export function lastReturn(events: readonly Event[]): Returned | undefined {
  const event = events.findLast(({ action }) => action === 'return')
  return event && { reason: event.reason, notes: notesOf(event), who: event.actorName, at: event.created }
}
