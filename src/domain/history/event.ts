import * as z from 'zod'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { recordIdSchema, timestampSchema } from '../text/text-types.ts'
import { eventSubjectTypes } from './event-subject.ts'

/** Event of the audit log. Written in the same transaction as the change it records, and never modified. */
export const eventSchema = defineObject('Event', {
  id: z.string(),
  subject: z.enum(eventSubjectTypes),
  subjectId: recordIdSchema,
  actor: orEmpty(recordIdSchema),
  /** Name of the actor at that time. Stored, because readers of the history may not have access to users. */
  actorName: z.string(),
  action: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  /** Data of the event, depending on its action. */
  details: z.record(z.string(), z.unknown()).nullable().describe('`key`: la clave con que se hizo'),
  created: timestampSchema,
})
export interface Event extends z.infer<typeof eventSchema> {}

/** Audit log entry for the overview of all subjects. */
const eventEntrySchema = eventSchema
  .extend({
    /** Current number, code or name of the subject; empty if the subject was deleted. */
    about: z.string(),
    /** Network address of the call. */
    address: z.string().optional().describe('Solo para administradores'),
    /** Browser and system of the call. */
    device: z.string().optional().describe('Solo para administradores'),
  })
  .meta({ id: 'EventEntry' })
export interface EventEntry extends z.infer<typeof eventEntrySchema> {}

/** Page of audit log entries, newest first. */
export const eventPageSchema = defineObject('EventPage', {
  items: z.array(eventEntrySchema),
  /** Value of `before` for the next page; 0 on the last page. */
  next: z.int(),
})
export interface EventPage extends z.infer<typeof eventPageSchema> {}

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
