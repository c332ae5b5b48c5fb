import { type RequestFilter, requestFilter, requestSorts } from '../src/domain/request.ts'
import { signedIn } from './actor.ts'
import { refuse } from './refusal.ts'
import { type Condition, conditionOf } from './request-filter.ts'
import { itemsAsJson } from './request-items.ts'
import { row, rows } from './sql.ts'

/** `GET /api/app/requests`: a `Page<RequestItem>` of one's own requests, to an administrator of everybody's. */
export function listRequests(e: core.RequestEvent) {
  const asker = signedIn(e)
  const { page, perPage, sort, filter } = asked(e)
  const condition = conditionOf(e.app, filter, asker)
  const totalItems = row(e.app, condition.count, condition.params, { n: 0 })?.n ?? 0
  const items = itemsAsJson(e.app, positionsOf(e.app, condition, sort, (page - 1) * perPage, perPage, totalItems))
  const totalPages = Math.ceil(totalItems / perPage)
  const answer = `{"page":${page},"perPage":${perPage},"totalItems":${totalItems},"totalPages":${totalPages},"items":${items}}`
  return e.blob(200, 'application/json', answer)
}

/** The row ids of one page, in order. A page of the far half is walked to from the far end. */
function positionsOf(app: CoreApp, condition: Condition, sort: string, offset: number, limit: number, total: number) {
  const count = Math.min(limit, total - offset)
  if (count <= 0) return []
  const far = offset > total / 2
  const { from, where, params } = condition
  const found = rows(
    app,
    `SELECT requests.rowid AS position FROM ${from} WHERE ${where} ORDER BY ${orderOf(sort, far, condition.searches)} LIMIT {:count} OFFSET {:skip}`,
    { ...params, count, skip: far ? total - offset - count : offset },
    { position: 0 },
  ).map(({ position }) => position)
  return far ? found.reverse() : found
}

/** Rows are numbered as they are created, which settles ties. */
function orderOf(sort: string, turned: boolean, searches: boolean): string {
  const column = sort.replace('-', '')
  const direction = sort.startsWith('-') === turned ? 'ASC' : 'DESC'
  const keys: Record<string, string[]> = {
    created: searches ? ['request_search.rowid'] : ['created', 'requests.rowid'],
    number: ['number', "iif(number = '', id, '')"],
    status: ['status', 'created', 'requests.rowid'],
  }
  return (keys[column] ?? [column, 'requests.rowid']).map((key) => `${key} ${direction}`).join(', ')
}

interface Asked {
  page: number
  perPage: number
  sort: string
  filter: RequestFilter
}

function asked(e: core.RequestEvent): Asked {
  const { page, perPage, sort = '-created', ...rest } = withoutBlanks(e.requestInfo().query)
  const filter = requestFilter.safeParse(rest)
  if (!filter.success) {
    const names = filter.error.issues.map(({ path }) => path.join('.') || 'filter')
    throw refuse('invalid', 400, Object.fromEntries(names.map((name) => [name, 'invalid'])))
  }
  if (!requestSorts.some((name) => name === sort.replace(/^-/, ''))) throw refuse('invalid', 400, { sort: 'choice' })
  return {
    page: whole('page', page, 1, 1_000_000),
    perPage: whole('perPage', perPage, 30, 200),
    sort,
    filter: filter.data,
  }
}

function withoutBlanks(query: Record<string, unknown>): Record<string, string> {
  const entries = Object.entries(query).map(([name, value]) => [name, String(value)] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

function whole(name: string, text: string | undefined, usual: number, most: number): number {
  if (!text) return usual
  const value = Number(text)
  if (!Number.isInteger(value) || value < 1 || value > most) throw refuse('invalid', 400, { [name]: 'number' })
  return value
}
