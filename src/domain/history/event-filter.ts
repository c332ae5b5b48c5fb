import { isId } from '../text/id.ts'
import { isDate } from '../time/calendar.ts'
import { type EventSubject, eventSubjects } from './event.ts'

/** Filter of the history. `from` and `to` are days in the installation's time zone, both included. */
export interface EventFilter {
  actor?: string
  subject?: EventSubject
  subjectId?: string
  action?: string
  from?: string
  to?: string
  search?: string
}

const holds: Record<keyof EventFilter, (text: string) => boolean> = {
  actor: isId,
  subject: (text) => eventSubjects.some((subject) => subject === text),
  subjectId: isId,
  action: (text) => /^\w{1,40}$/.test(text),
  from: isDate,
  to: isDate,
  search: (text) => text.length <= 200,
}

export const isEventFilterField = (name: string): name is keyof EventFilter => Object.hasOwn(holds, name)

/** Returns whether a text is a valid value of a filter field. */
export const holdsInEvents = (name: keyof EventFilter, text: string) => holds[name](text)
