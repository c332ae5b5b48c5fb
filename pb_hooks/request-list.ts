import { type RequestStatus, requestSorts, requestStatuses } from '../src/domain/request.ts'
import { faultsOfFilter, type RequestFilter } from '../src/domain/request-filter.ts'
import { signedIn } from './actor.ts'
import { refuse } from './refusal.ts'
import { type Condition, conditionOf } from './request-filter.ts'
import { itemsAsJson } from './request-items.ts'
import { walkTo } from './request-order.ts'
import { row, rows } from './sql.ts'

/** `GET /api/app/requests`: a `Page<RequestItem>` of one's own requests, to an administrator of everybody's. */
export function listRequests(e: core.RequestEvent) {
  const asker = signedIn(e)
  const { page, perPage, sort, filter } = asked(e)
  const condition = conditionOf(e.app, filter, asker)
  const totalItems = countOf(e.app, condition)
  const stretch = { sort, offset: (page - 1) * perPage, limit: perPage, total: totalItems }
  const walk = walkTo(e.app, condition, stretch)
  const items = walk ? itemsAsJson(e.app, walk.query, walk.params, walk.isReversed) : '[]'
  const totalPages = Math.ceil(totalItems / perPage)
  const head = `{"page":${page},"perPage":${perPage},"totalItems":${totalItems},"totalPages":${totalPages},"items":`
  e.response.header().set('Content-Type', 'application/json')
  // In pieces: a text from the database passes on as it is, but joined with another it is written anew, letter by letter.
  for (const piece of [head, items, '}']) e.response.write(piece)
}

/** `GET /api/app/requests/counts`: how many of each status a list would find, under its other filters. */
export function countRequests(e: core.RequestEvent) {
  const asker = signedIn(e)
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
  const { page, perPage, sort = '-created', ...filter } = withoutBlanks(e.requestInfo().query)
  const faults = faultsOfFilter(filter)
  if (faults.length) throw refuse('invalid', 400, Object.fromEntries(faults.map((name) => [name, 'invalid'])))
  if (!requestSorts.some((name) => name === sort.replace(/^-/, ''))) throw refuse('invalid', 400, { sort: 'choice' })
  return {
    page: whole('page', page, 1, 1_000_000),
    perPage: whole('perPage', perPage, 30, 200),
    sort,
    filter,
  }
}

function withoutBlanks(query: Record<string, unknown>): Record<string, string> {
  // Without a prototype, so that no name that is said goes unseen.
  const said = Object.create(null) as Record<string, string>
  for (const name of Object.keys(query)) if (query[name] !== '') said[name] = String(query[name])
  return said
}

function whole(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) throw refuse('invalid', 400, { [name]: 'number' })
  return value
}
