export type EventSubject = 'users' | 'formats' | 'requests' | 'batches'

/** One line of the history: never changed, written with what it tells. */
export interface Event {
  id: string
  subject: EventSubject
  subjectId: string
  actor: string
  action: string
  from: string
  to: string
  reason: string
  details: Record<string, unknown> | null
  created: string
}
