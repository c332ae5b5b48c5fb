import type { Event } from '../domain/history/event.ts'

export type RequestReturnNotes = Record<string, string>

export interface RequestReturn {
  reason: string
  notes: RequestReturnNotes
  who: string
  at: string
}

/** Returns the correction notes of a return event, by field key; empty if there are none. */
export function getRequestReturnNotes({ details }: Pick<Event, 'details'>): RequestReturnNotes {
  const notes = details?.notes
  return typeof notes === 'object' && notes !== null ? (notes as RequestReturnNotes) : {}
}

/** Returns the last return for correction in a history that is sorted oldest first. */
export function findLastRequestReturn(events: readonly Event[]): RequestReturn | undefined {
  const event = events.findLast(({ action }) => action === 'return')
  return event && { reason: event.reason, notes: getRequestReturnNotes(event), who: event.actorName, at: event.created }
}
