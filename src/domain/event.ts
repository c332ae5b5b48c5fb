export type EventSubject =
  | 'users'
  | 'formats'
  | 'requests'
  | 'batches'
  | 'settings'
  | 'signatories'
  | 'groups'
  | 'keys'
  | 'lists'

/** One line of the history: written in the transaction of what it tells, never changed. */
export interface Event {
  id: string
  subject: EventSubject
  subjectId: string
  actor: string
  /** The actor's name as it was then: who may read a history need not be allowed to see people. */
  actorName: string
  action: string
  from: string
  to: string
  reason: string
  details: Record<string, unknown> | null
  created: string
}
