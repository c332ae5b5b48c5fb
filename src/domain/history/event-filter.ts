import { isRecordId } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import { type EventSubject, eventSubjectTypes } from './event.ts'

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

const valueChecks: Record<keyof EventFilter, (text: string) => boolean> = {
  actor: isRecordId,
  subject: (text) => eventSubjectTypes.some((subject) => subject === text),
  subjectId: isRecordId,
  action: (text) => /^\w{1,40}$/.test(text),
  from: isIsoDate,
  to: isIsoDate,
  search: (text) => text.length <= 200,
}

export const isEventFilterField = (name: string): name is keyof EventFilter => Object.hasOwn(valueChecks, name)

export const isValidEventFilterValue = (name: keyof EventFilter, text: string) => valueChecks[name](text)
