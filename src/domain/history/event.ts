import type { Id, Moment } from '../text/text-types.ts'

export const eventSubjects = [
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
export type EventSubject = (typeof eventSubjects)[number]

/** One line of the history: written in the transaction of what it tells, never changed. */
export interface Event {
  id: string
  subject: EventSubject
  subjectId: Id
  actor: Id | ''
  /** The actor's name as it was then: who may read a history need not be allowed to see people. */
  actorName: string
  action: string
  from: string
  to: string
  reason: string
  /** @description `key`: la clave con que se hizo */
  details: Record<string, unknown> | null
  created: Moment
}

/** A line among those of everything: what it is of, and to administrators from where it was done. */
export interface EventLine extends Event {
  /** The number, the code or the name of what it is of, as it is now; empty where that is gone. */
  about: string
  /** @description Solo para administradores */
  address?: string
  /** @description Solo para administradores */
  device?: string
}

/** Lines of history, the newest first. */
export interface EventPage {
  items: EventLine[]
  /** What `before` says to get those that follow; 0 after the last. */
  next: number
}
