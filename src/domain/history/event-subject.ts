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
