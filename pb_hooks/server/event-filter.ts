import { type EventFilter, isValidEventFilter } from '../../src/domain/history/event-filter.ts'
import { addDays, getStartOfDay } from '../../src/domain/time/local-time.ts'
import { formatTimestamp, getOrganisationTimeZone } from '../lib/clock.ts'
import { createErrorResponse } from '../lib/http.ts'
import { type QueryParams, queryRows } from '../lib/sql.ts'

/** SQL condition of less frequent actions, which have a partial index. Frequent actions are not indexed, to keep writes fast. */
const rareActionsCondition = "action NOT IN ('submit', 'approve', 'document', 'create')"
const rareSubjectsCondition = "subject != 'requests'"
/** Maximum records of each kind that a search text matches. */
const maxMatches = 50

/** Returns the query parameters as a filter. Unknown names are refused, because ignoring them would widen the result. */
export function parseEventFilter(query: Record<string, string>): EventFilter {
  const invalid = Object.keys(query).filter((name) => !isValidEventFilter(name, query[name] ?? ''))
  if (invalid.length)
    throw createErrorResponse('invalid', 400, Object.fromEntries(invalid.map((name) => [name, 'invalid'])))
  return query
}

/** Returns SQL conditions on `events` for a filter. Exactly one of them uses an index. */
export function buildEventConditions(app: CoreApp, filter: EventFilter): { where: string[]; params: QueryParams } {
  const { actor, subject, subjectId, action, search = '' } = filter
  const params: QueryParams = {}
  const where = buildDayConditions(app, filter, params)
  const text = search.trim()
  const isRare = action !== undefined && !['submit', 'approve', 'document', 'create'].includes(action)
  // Chooses the column with the fewest matches for the index. A unary `+` disables the indexes of the other columns.
  const first =
    subjectId || text ? 'subjectId' : isRare ? 'action' : subject && subject !== 'requests' ? 'subject' : 'actor'
  const equal = (name: string, value: string, also: string) => {
    params[name] = value
    where.push(`${first === name ? '' : '+'}${name} = {:${name}}${first === name && also ? ` AND ${also}` : ''}`)
  }
  if (subjectId) equal('subjectId', subjectId, '')
  if (action) equal('action', action, rareActionsCondition)
  if (subject) equal('subject', subject, rareSubjectsCondition)
  if (actor) equal('actor', actor, '')
  if (text) {
    params.meant = JSON.stringify(findMatchingRecords(app, text))
    params.text = text
    where.push(
      `rowid IN (SELECT rowid FROM events WHERE subjectId IN (SELECT value FROM json_each({:meant}))
         UNION ALL SELECT rowid FROM events WHERE reason != '' AND instr(lower(reason), lower({:text})))`,
    )
  }
  return { where, params }
}

/**
 * Returns conditions on the days. The row ids of a day are close together, so a range of `rowid` with a day of
 * tolerance limits the search, even after clock changes.
 */
function buildDayConditions(app: CoreApp, { from, to }: EventFilter, params: QueryParams): string[] {
  const zone = getOrganisationTimeZone(app)
  const where: string[] = []
  const day = 86_400_000
  if (from) {
    const start = getStartOfDay(from, zone)
    params.from = formatTimestamp(start)
    params.early = formatTimestamp(start - day)
    where.push(
      'created >= {:from}',
      `rowid >= ifnull((SELECT rowid FROM events WHERE created >= {:early} ORDER BY created, rowid LIMIT 1), 9e15)`,
    )
  }
  if (to) {
    const end = getStartOfDay(addDays(to, 1), zone)
    params.end = formatTimestamp(end)
    params.late = formatTimestamp(end + day)
    where.push(
      'created < {:end}',
      `rowid <= ifnull((SELECT rowid FROM events WHERE created <= {:late} ORDER BY created DESC, rowid DESC LIMIT 1), 0)`,
    )
  }
  return where
}

/** Returns the ids of records that a text names: requests and batches by number, formats by code and name, users by name and email, groups by name. */
function findMatchingRecords(app: CoreApp, text: string): string[] {
  const number = text.toUpperCase()
  const params = { text, number, after: `${number}{`, like: `%${text.replace(/[\\%_]/g, '\\$&')}%` }
  const likeOf = (column: string) => `${column} LIKE {:like} ESCAPE '\\'`
  const some = (query: string) => `SELECT id FROM (${query} LIMIT ${maxMatches})`
  const numbered = /^[A-Z]{2,4}-\d{4}/.test(number)
  const queries = [
    some(`SELECT id FROM formats WHERE code = {:number} OR ${likeOf('name')}`),
    some(`SELECT id FROM users WHERE ${likeOf('name')} OR ${likeOf('email')}`),
    some(`SELECT id FROM groups WHERE ${likeOf('name')}`),
    some(`SELECT id FROM api_keys WHERE ${likeOf('name')}`),
    some(`SELECT id FROM lists WHERE ${likeOf('name')}`),
    some(`SELECT id FROM signatories WHERE ${likeOf('name')}`),
    ...(numbered
      ? [
          some("SELECT id FROM requests WHERE number >= {:number} AND number < {:after} AND number != ''"),
          some(
            "SELECT id FROM requests WHERE documentNumber >= {:number} AND documentNumber < {:after} AND documentNumber != ''",
          ),
          some('SELECT id FROM batches WHERE number >= {:number} AND number < {:after}'),
        ]
      : []),
  ]
  return queryRows(app, queries.join(' UNION '), params, { id: '' }).map(({ id }) => id)
}
