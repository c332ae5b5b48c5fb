import type { Id, Timestamp } from '../text/text-types.ts'

export const eventSubjectTypes = [
  'users',
  'formats',
  'requests',
  'batches',
  'settings',
  'signatories',
  'groups',
  'keys',
  'webhooks',
  'lists',
] as const
export type EventSubject = (typeof eventSubjectTypes)[number]

/** Event of the audit log. Written in the same transaction as the change it records, and never modified. */
export interface Event {
  id: string
  subject: EventSubject
  subjectId: Id
  actor: Id | ''
  /** Name of the actor at that time. Stored, because readers of the history may not have access to users. */
  actorName: string
  action: string
  from: string
  to: string
  reason: string
  /** Data of the event, depending on its action. `key`: name of the API key, if one was used. @description `key`: la clave con que se hizo */
  details: Record<string, unknown> | null
  created: Timestamp
}

/** Audit log entry for the overview of all subjects. `address` and `device` are set only for administrators. */
export interface EventEntry extends Event {
  /** Current number, code or name of the subject; empty if the subject was deleted. */
  about: string
  /** Network address of the call; only for administrators. @description Solo para administradores */
  address?: string
  /** Browser and system of the call; only for administrators. @description Solo para administradores */
  device?: string
}

/** Page of audit log entries, newest first. */
export interface EventPage {
  items: EventEntry[]
  /** Value of `before` for the next page; 0 on the last page. */
  next: number
}
