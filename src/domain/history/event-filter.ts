import type * as z from 'zod'
import { isRecordId } from '../text/id.ts'
import { isIsoDate } from '../time/calendar.ts'
import type { eventQuerySchema } from './event.ts'
import { eventSubjectTypes } from './event-subject.ts'

export interface EventFilter extends z.infer<typeof eventQuerySchema> {}

const valueChecks: Record<keyof EventFilter, (text: string) => boolean> = {
  actor: isRecordId,
  subject: (text) => eventSubjectTypes.some((subject) => subject === text),
  subjectId: isRecordId,
  action: (text) => /^\w{1,40}$/.test(text),
  from: isIsoDate,
  to: isIsoDate,
  search: (text) => text.length <= 200,
}

export const isValidEventFilter = (name: string, text: string) =>
  Object.hasOwn(valueChecks, name) && valueChecks[name as keyof EventFilter](text)
