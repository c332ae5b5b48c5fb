import type { EventEntry } from '../../src/domain/history/event.ts'
import { describeEvent, eventSubjectLabels } from '../../src/domain/history/event-labels.ts'
import { byteOrderMark, formatCsvRows } from '../../src/domain/text/csv.ts'
import { getLocalDateTime } from '../../src/domain/time/local-time.ts'
import { getOrganisationTimeZone } from '../lib/clock.ts'
import { createErrorResponse, getQueryParams, setFileHeaders } from '../lib/http.ts'
import { formatJsonObjectArguments, type QueryParams, queryJson, queryRows } from '../lib/sql.ts'
import { authenticateByFileToken, isAdmin, requireAdmin, requireUser } from '../lib/users.ts'
import { buildEventConditions, parseEventFilter } from './event-filter.ts'

const columns = ['id', 'subject', 'subjectId', 'actor', 'actorName', 'action', 'from', 'to', 'reason', 'created']
const subjectName = `CASE subject
  WHEN 'requests' THEN (SELECT iif(number != '', number, 'Borrador') FROM requests WHERE id = subjectId)
  WHEN 'batches' THEN (SELECT number FROM batches WHERE id = subjectId)
  WHEN 'users' THEN ifnull((SELECT name FROM users WHERE id = subjectId),
    (SELECT iif(json_valid(gone.details), gone.details ->> '$.name', '') FROM events AS gone
     WHERE gone.subjectId = aboutId AND gone.subject = 'users' AND gone.action = 'delete' LIMIT 1))
  WHEN 'formats' THEN (SELECT code || ' · ' || name FROM formats WHERE id = subjectId)
  WHEN 'groups' THEN (SELECT name FROM groups WHERE id = subjectId)
  WHEN 'lists' THEN (SELECT name FROM lists WHERE id = subjectId)
  WHEN 'keys' THEN (SELECT name FROM api_keys WHERE id = subjectId)
  WHEN 'webhooks' THEN iif(json_valid(details), details ->> '$.url', '')
  WHEN 'signatories' THEN (SELECT name FROM signatories WHERE id = subjectId)
  END`
/**
 * Returns SQL of the network address or device of an event; '' for actions on the user's own records, even if their
 * link has one.
 */
const buildOriginSql = (column: string) =>
  `iif(actor != '' AND actor != owner, (SELECT ${column} FROM event_links WHERE last >= place ORDER BY last LIMIT 1), '')`
const eventProperties = [
  formatJsonObjectArguments(columns),
  "'details', iif(json_valid(details), json(details), NULL)",
  `'about', ifnull(${subjectName}, '')`,
  "'place', place",
].join(', ')
const eventPropertiesWithOrigin = `${eventProperties}, 'address', ifnull(${buildOriginSql('address')}, ''), 'device', ifnull(${buildOriginSql('device')}, '')`

type PositionedEvent = EventEntry & { place: number }

/** `GET /api/app/events` → `EventPage`: all events for administrators, otherwise those of the user's own records. */
export function listEvents(e: core.RequestEvent) {
  const caller = requireUser(e)
  const { before = '', perPage = '50', ...others } = getQueryParams(e)
  const filter = parseEventFilter(others)
  const count = Number(perPage)
  if (!Number.isInteger(count) || count < 1 || count > 200)
    throw createErrorResponse('invalid', 400, { perPage: 'number' })
  if (!/^\d{0,15}$/.test(before)) throw createErrorResponse('invalid', 400, { before: 'number' })
  const { where, params } = buildEventConditions(e.app, filter)
  if (!isAdmin(caller)) {
    where.push('owner = {:me}')
    params.me = caller.id
  }
  const found = readEvents(e.app, { where, params }, Number(before), count + 1, isAdmin(caller))
  const items = found.slice(0, count)
  const next = found.length > count ? (items.at(-1)?.place ?? 0) : 0
  return e.json(200, { items: items.map(({ place: _, ...shown }) => shown), next })
}

function readEvents(
  app: CoreApp,
  { where, params }: { where: string[]; params: QueryParams },
  before: number,
  count: number,
  withOrigin: boolean,
): PositionedEvent[] {
  const all = [...where, ...(before ? ['rowid < {:before}'] : [])].join(' AND ') || 'TRUE'
  const query = `SELECT *, subjectId AS aboutId, rowid AS place FROM events WHERE ${all} ORDER BY rowid DESC LIMIT ${count}`
  return JSON.parse(
    queryJson(app, query, { ...params, before }, withOrigin ? eventPropertiesWithOrigin : eventProperties),
  ) as PositionedEvent[]
}

const eventsPerQuery = 500

/** `GET /api/app/events/export` → CSV of the filtered events, newest first. Events added during the export are not included. */
export function exportEvents(e: core.RequestEvent) {
  const caller = requireAdmin(authenticateByFileToken(e))
  const { token: _, ...others } = getQueryParams(e)
  const condition = buildEventConditions(e.app, parseEventFilter(others))
  const zone = getOrganisationTimeZone(e.app)
  setFileHeaders(e, 'attachment; filename="historial.csv"', 'text/csv; charset=utf-8')
  e.response.writeHeader(200)
  const head = [
    'Cuándo',
    'Quién',
    'Sobre qué',
    'Cuál',
    'Acción',
    'De',
    'A',
    'Motivo',
    'Detalles',
    'Dirección',
    'Dispositivo',
  ]
  e.response.write(byteOrderMark + formatCsvRows([head]))
  for (let before = 0, more = true; more; ) {
    const found = readEvents(e.app, condition, before, eventsPerQuery, true)
    e.response.write(formatCsvRows(found.map((each) => toCsvRow(each, zone))))
    before = found.at(-1)?.place ?? 0
    more = found.length === eventsPerQuery && !e.request?.context().err() && isStillAdmin(e.app, caller.id)
  }
}

/** Returns whether the user still has administrator rights. Checked during the export, which takes minutes. */
function isStillAdmin(app: CoreApp, id: string): boolean {
  const query = "SELECT id FROM users WHERE id = {:id} AND isActive AND role = '_admin'"
  return queryRows(app, query, { id }, { id: '' }).length > 0
}

function toCsvRow(each: PositionedEvent, zone: string): string[] {
  const { subject, created, actor, actorName, from, to, reason, details, address = '', device = '' } = each
  const [day = '', time = ''] = getLocalDateTime(zone, Date.parse(created.replace(' ', 'T'))).split('T')
  const when = `${day.split('-').reverse().join('/')} ${time}`
  const who = actorName || (actor ? actor : 'El sistema')
  const detailsText = details ? JSON.stringify(details) : ''
  return [
    when,
    who,
    eventSubjectLabels[subject] ?? subject,
    each.about,
    describeEvent(each),
    from,
    to,
    reason,
    detailsText,
    address,
    device,
  ]
}
