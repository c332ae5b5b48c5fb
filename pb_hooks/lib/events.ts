import type { EventSubject } from '../../src/domain/history/event-subject.ts'
import { getCurrentApiKeyName } from './api-key.ts'
import { formatTimestamp } from './clock.ts'
import { saveTransactionStart } from './event-chain.ts'
import { executeSql } from './sql.ts'

interface EventInput {
  /** Id chosen by the client; by default, a new one. */
  id?: string | undefined
  subject: EventSubject
  subjectId: string
  action: string
  /** User who acted; omitted if the server itself acted. */
  actor?: core.Record | null | undefined
  /** Id of the user who may read this event besides the administrators. */
  owner?: string
  from?: string
  to?: string
  reason?: string
  details?: Record<string, unknown>
}

/** Writes an event; `app` is the transaction of the change it describes. */
export function recordEvent(app: CoreApp, input: EventInput) {
  const { actor, ...rest } = input
  saveTransactionStart(app)
  const event = new Record(app.findCachedCollectionByNameOrId('events'))
  for (const [key, value] of Object.entries(addApiKeyName([rest], actor)[0] ?? rest))
    if (value !== undefined) event.set(key, value)
  if (actor?.collection().name === 'users') {
    event.set('actor', actor.id)
    event.set('actorName', actor.getString('name'))
  }
  event.set('salt', $security.randomString(saltLength))
  app.save(event)
}

/** Writes an event about a user, who may read it. */
export function recordUserEvent(
  tx: CoreApp,
  { id }: core.Record,
  actor: EventInput['actor'],
  action: string,
  data: Pick<EventInput, 'from' | 'to' | 'reason' | 'details'> = {},
) {
  recordEvent(tx, { subject: 'users', subjectId: id, owner: id, actor, action, ...data })
}

const saltLength = 20
/** SQL expression of a new salt of an event. */
export const newSaltSql = `lower(hex(randomblob(${saltLength / 2})))`

const maxValueChars = 200

/** Returns the names of the changed fields and their old and new values. Fields in `hidden` (passwords, pictures) are named without values. */
export function diffValues(before: ComparedValues, after: ComparedValues, hidden: readonly string[] = []) {
  // Fields that a new record leaves empty are no changes.
  const fields = Object.keys(after).filter((field) => after[field] !== (before[field] ?? ''))
  const included = fields.filter((field) => !hidden.includes(field))
  const changes = Object.fromEntries(
    included.map((field) => [field, { from: shortenValue(before[field]), to: shortenValue(after[field]) }]),
  )
  return { fields, changes }
}

type ComparedValues = Record<string, string | boolean>

const shortenValue = (value: string | boolean | undefined) =>
  typeof value === 'string' ? value.slice(0, maxValueChars) : (value ?? '')

type SharedEventFields = Pick<EventInput, 'subject' | 'action' | 'actor'>
/** Properties of an event that differ between the events of one bulk change. */
export type BatchedEventInput = Pick<EventInput, 'subjectId' | 'owner' | 'from' | 'to' | 'reason' | 'details'>

/** Writes many events in one statement, without realtime messages. */
export function recordEvents(app: CoreApp, { subject, action, actor }: SharedEventFields, lines: BatchedEventInput[]) {
  if (!lines.length) return
  saveTransactionStart(app)
  const columns = ['subjectId', 'owner', 'from', 'to', 'reason', 'details']
  const selected = columns.map((column) => `ifnull(json_extract(value, '$.${column}'), '')`).join(', ')
  executeSql(
    app,
    `INSERT INTO events (id, salt, subject, action, actor, actorName, created, updated, "${columns.join('", "')}")
     SELECT substr(lower(hex(randomblob(8))), 2), ${newSaltSql}, {:subject}, {:action}, {:actor}, {:actorName}, {:now}, {:now}, ${selected}
     FROM jsonb_each({:lines})`,
    {
      subject,
      action,
      actor: actor?.id ?? '',
      actorName: actor?.getString('name') ?? '',
      now: formatTimestamp(),
      lines: JSON.stringify(addApiKeyName(lines, actor)),
    },
  )
}

/** Adds the name of the API key to events whose user acts through a program. Events of the server itself have no key. */
function addApiKeyName<Line extends { details?: Record<string, unknown> }>(
  lines: Line[],
  actor: EventInput['actor'],
): Line[] {
  const key = actor && getCurrentApiKeyName()
  return key ? lines.map((line) => ({ ...line, details: { ...line.details, key } })) : lines
}

/** Refuses updates and deletions of events, also by superusers, to whom no rule applies. */
export function refuseEventChanges(_e: core.RecordEvent) {
  throw new ForbiddenError()
}
