import { type RequestStatus, requestSorts, requestStatuses } from '../../src/domain/requests/request.ts'
import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { requireUser } from '../lib/people.ts'
import { refuse } from '../lib/refusal.ts'
import { type Params, row, rows } from '../lib/sql.ts'
import { filterIn, saidIn } from './asked.ts'
import { powersOf } from './deciders.ts'
import { type Condition, conditionOf } from './filter.ts'
import { itemsAsJson } from './items.ts'

/** `GET /api/app/requests`: a `Page<RequestItem>` of one's own requests, to an administrator of everybody's; `mine=decide`: of what waits for whoever asks. */
export function listRequests(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { page, perPage, sort, filter } = asked(e)
  const condition = conditionOf(e.app, filter, asker)
  const totalItems = countOf(e.app, condition)
  const stretch = { sort, offset: (page - 1) * perPage, limit: perPage, total: totalItems }
  const walk = walkTo(e.app, condition, stretch)
  const items = walk ? itemsAsJson(e.app, powersOf(e.app, asker), walk.query, walk.params, walk.isReversed) : '[]'
  const totalPages = Math.ceil(totalItems / perPage)
  const passedOn = filter.mine === 'decided' ? `"passedOn":${countPassedOn(e.app, condition, asker)},` : ''
  const head = `{"page":${page},"perPage":${perPage},"totalItems":${totalItems},"totalPages":${totalPages},${passedOn}"items":`
  e.response.header().set('Content-Type', 'application/json')
  // In pieces: a text from the database passes on as it is, but joined with another it is written anew, letter by letter.
  for (const piece of [head, items, '}']) e.response.write(piece)
}

/** `GET /api/app/requests/counts`: how many of each status a list would find, under its other filters. */
export function countRequests(e: core.RequestEvent) {
  const asker = requireUser(e)
  const { status: _, ...filter } = asked(e).filter
  const countsBy = counter(e.app, filter, asker)
  return e.json(200, Object.fromEntries(requestStatuses.map((status) => [status, countsBy(status)])))
}

/** How many there are of a status: all are found at once where one pass does, else each is looked up by itself. */
function counter(app: CoreApp, filter: RequestFilter, asker: core.Record): (status: RequestStatus) => number {
  const { countEach, params } = conditionOf(app, filter, asker)
  if (!countEach) return (status) => countOf(app, conditionOf(app, { ...filter, status }, asker))
  const found = rows(app, countEach, params, { status: '', n: 0 })
  return (status) => found.find((each) => each.status === status.slice(0, 3))?.n ?? 0
}

/** Requests of which a person approved only steps that were not the last; reports do not count them as decided. */
function countPassedOn(app: CoreApp, { chosen, params }: Condition, asker: core.Record): number {
  const query = `SELECT count(*) AS n FROM (${chosen}) AS found WHERE NOT EXISTS
    (SELECT 1 FROM reported_decisions AS done WHERE done.position = found.position AND done.reviewer = {:me})`
  return row(app, query, { ...params, me: asker.id }, { n: 0 })?.n ?? 0
}

function countOf(app: CoreApp, { count, params }: Condition): number {
  return row(app, count, params, { n: 0 })?.n ?? 0
}

interface Asked {
  page: number
  perPage: number
  sort: string
  filter: RequestFilter
}

function asked(e: core.RequestEvent): Asked {
  const { page, perPage, sort = '-created', ...said } = saidIn(e)
  const filter = filterIn(said)
  if (!requestSorts.some((name) => name === sort.replace(/^-/, ''))) throw refuse('invalid', 400, { sort: 'choice' })
  return {
    page: whole('page', page, 1, 1_000_000),
    perPage: whole('perPage', perPage, 30, 200),
    sort,
    filter,
  }
}

function whole(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) throw refuse('invalid', 400, { [name]: 'number' })
  return value
}

/** By what a list is sorted: the keys that settle it, and the index that has them in this order. */
const orders: Record<string, { keys: string[]; index: string }> = {
  created: { keys: ['requests.created', 'requests.serial'], index: 'idx_requests_created' },
  number: { keys: ['requests.number', "iif(requests.number = '', requests.id, '')"], index: 'idx_requests_number' },
  status: { keys: ['requests.status', 'requests.created', 'requests.serial'], index: 'idx_requests_status' },
  summary: {
    keys: ['requests.summary', 'requests.owner', 'requests.format', 'requests.serial'],
    index: 'idx_requests_summary',
  },
  submittedAt: { keys: ['requests.submittedAt', 'requests.serial'], index: 'idx_requests_submittedAt' },
  decidedAt: { keys: ['requests.decidedAt', 'requests.serial'], index: 'idx_requests_decidedAt' },
}

interface Stretch {
  /** As in `requestSorts`, with a hyphen for the other way round. */
  sort: string
  offset: number
  limit: number
  total: number
}

/** One page, as a query of row ids (`position`) in their order, and whether that order is to be turned round. */
interface Walk {
  query: string
  params: Params
  isReversed: boolean
}

/** The way to one page, undefined past the end. A page of the far half is walked to from the far end. */
function walkTo(app: CoreApp, condition: Condition, { sort, offset, limit, total }: Stretch): Walk | undefined {
  const count = Math.min(limit, total - offset)
  if (count <= 0) return undefined
  const far = offset > total / 2
  const skip = far ? total - offset - count : offset
  const direction = sort.startsWith('-') === far ? 'ASC' : 'DESC'
  const query = queryOf(app, condition, sort.replace('-', ''), direction, (skip + count) / total, total)
  return {
    query: `${query} LIMIT ${count} OFFSET {:skip}`,
    params: { ...condition.params, skip },
    isReversed: far,
  }
}

/**
 * Either all that is meant is found and sorted, or all there is passes in its order until the page is full. To pass is six times as cheap,
 * but may take long where what is meant comes last, so a few are always sorted.
 */
function queryOf(app: CoreApp, condition: Condition, column: string, direction: string, part: number, total: number) {
  const { chosen, by, age, walked, params } = condition
  const { keys, index } = orders[column] ?? { keys: [], index: '' }
  const order = keys.map((key) => `${key} ${direction}`).join(', ')
  if (by === 'words' && column === 'created') return `${chosen} ORDER BY ${age} ${direction}`
  const inOrder =
    by === 'columns' &&
    (column === 'created' || (column === 'submittedAt' && 'status' in params && !('documentKind' in params)))
  if (!inOrder && isWorthWalking(app, by, total, part)) {
    return `SELECT requests.serial AS position FROM requests INDEXED BY ${index} ${walked} ORDER BY ${order}`
  }
  if (by !== 'words') return `${chosen} ORDER BY ${order}`
  return `SELECT requests.serial AS position FROM requests WHERE requests.serial IN (${chosen}) ORDER BY ${order}`
}

/** What begins with the same number was made one after the other: to the rest of it one may have to pass everything else. */
function isWorthWalking(app: CoreApp, by: Condition['by'], total: number, part: number): boolean {
  const everything = row(app, 'SELECT ifnull(max(serial), 0) AS n FROM requests', {}, { n: 0 })?.n ?? 0
  return total * (by === 'number' ? 2 : 24) > everything && total * 6 > everything * part
}
