import type { Event } from '../domain/history/event.ts'

export type ReturnNotes = Record<string, string>

export interface RequestReturn {
  reason: string
  notes: ReturnNotes
  who: string
  at: string
}

/** Returns the correction notes of a return event, by field key; empty if there are none. */
export function getRequestReturnNotes({ details }: Pick<Event, 'details'>): ReturnNotes {
  const notes = details?.notes
  return typeof notes === 'object' && notes !== null ? (notes as ReturnNotes) : {}
}

/** Returns the last return for correction in a history that is sorted oldest first. */
export function findLastRequestReturn(events: readonly Event[]): RequestReturn | undefined {
  const event = events.findLast(({ action }) => action === 'return')
  return event && { reason: event.reason, notes: getRequestReturnNotes(event), who: event.actorName, at: event.created }
}
