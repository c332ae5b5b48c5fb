import * as z from 'zod'
import { eventSubjectTypes } from './event-subject.ts'

/** Filter of the history. `from` and `to` are days in the installation's time zone, both included. */
export const eventQuerySchema = z
  .object({
    actor: z.string(),
    subject: z.enum(eventSubjectTypes),
    subjectId: z.string(),
    action: z.string(),
    from: z.string(),
    to: z.string(),
    search: z.string(),
  })
  .partial()
