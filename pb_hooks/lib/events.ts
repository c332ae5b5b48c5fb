import type { EventSubject } from '../../src/domain/history/event.ts'
import { currentKeyName } from './api-key-name.ts'
import { beforeEvents } from './chain.ts'
import { stamp } from './clock.ts'
import { run } from './sql.ts'

interface EventInput {
  subject: EventSubject
  subjectId: string
  action: string
  /** Who did it; left out when the installation itself did. */
  actor?: core.Record | null | undefined
  /** Id of the person who may read this line besides the administrators. */
  owner?: string
  from?: string
  to?: string
  reason?: string
  details?: Record<string, unknown>
}

/** Writes one line of history; `app` is the transaction of what the line says. */
export function recordEvent(app: CoreApp, input: EventInput) {
  const { actor, ...rest } = input
  beforeEvents(app)
  const event = new Record(app.findCachedCollectionByNameOrId('events'))
  for (const [key, value] of Object.entries(withKey([rest], actor)[0] ?? rest))
    if (value !== undefined) event.set(key, value)
  if (actor?.collection().name === 'users') {
    event.set('actor', actor.id)
    event.set('actorName', actor.getString('name'))
  }
  app.save(event)
}

/** Of a text so much is kept: a history is read by people. */
const mostTold = 200

/** Which of these fields changed, and where it can be told, from what to what: never a password or a picture. */
export function changesBetween(before: Told, after: Told, untold: readonly string[] = []) {
  const fields = Object.keys(after).filter((field) => after[field] !== before[field])
  const told = fields.filter((field) => !untold.includes(field))
  const changes = Object.fromEntries(
    told.map((field) => [field, { from: briefly(before[field]), to: briefly(after[field]) }]),
  )
  return { fields, changes }
}

type Told = Record<string, string | boolean>

const briefly = (value: string | boolean | undefined) =>
  typeof value === 'string' ? value.slice(0, mostTold) : (value ?? '')

type OfAll = Pick<EventInput, 'subject' | 'action' | 'actor'>
/** One line of history, without what all lines of a change share. */
export type HistoryLine = Pick<EventInput, 'subjectId' | 'owner' | 'from' | 'to' | 'reason' | 'details'>

/** Writes many lines of history in one statement, without realtime events. */
export function recordEvents(app: CoreApp, { subject, action, actor }: OfAll, lines: HistoryLine[]) {
  if (!lines.length) return
  beforeEvents(app)
  const columns = ['subjectId', 'owner', 'from', 'to', 'reason', 'details']
  const given = columns.map((column) => `ifnull(json_extract(value, '$.${column}'), '')`).join(', ')
  run(
    app,
    `INSERT INTO events (id, subject, action, actor, actorName, created, updated, "${columns.join('", "')}")
     SELECT substr(lower(hex(randomblob(8))), 2), {:subject}, {:action}, {:actor}, {:actorName}, {:now}, {:now}, ${given}
     FROM jsonb_each({:lines})`,
    {
      subject,
      action,
      actor: actor?.id ?? '',
      actorName: actor?.getString('name') ?? '',
      now: stamp(),
      lines: JSON.stringify(withKey(lines, actor)),
    },
  )
}

/** A program acts for a person: the line says with which of his keys. What the installation does on the way is nobody's. */
function withKey<Line extends { details?: Record<string, unknown> }>(
  lines: Line[],
  actor: EventInput['actor'],
): Line[] {
  const key = actor && currentKeyName()
  return key ? lines.map((line) => ({ ...line, details: { ...line.details, key } })) : lines
}

/** History is only added to, also by those whom no rule binds. */
export function refuseRewriting(_e: core.RecordEvent) {
  throw new ForbiddenError()
}
