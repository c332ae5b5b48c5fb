import type { RequestFilter } from '../src/domain/request.ts'
import { wordsOf } from '../src/domain/search.ts'
import { addDays, startOf } from '../src/domain/today.ts'
import { isAdmin } from './actor.ts'
import { contextOf, stamp } from './clock.ts'
import { type Params, row } from './sql.ts'

const narrowing = ['owner', 'status', 'format', 'batch'] as const
type Narrowed = Partial<Record<(typeof narrowing)[number], string>>

/** What a filter means to the person who asks, as pieces of SQL. */
export interface Condition {
  /** `requests`, or with a search the words joined with it. */
  from: string
  where: string
  params: Params
  /** Whether words are looked for: their own order is that of creation. */
  searches: boolean
  /** A query that tells how many there are as `n`. */
  count: string
}

/** Everybody's requests to an administrator, only the own ones to a user. */
export function conditionOf(app: CoreApp, filter: RequestFilter, asker: core.Record): Condition {
  const narrowed = narrow(app, filter, asker)
  if (!narrowed) return { from: 'requests', where: 'FALSE', params: {}, searches: false, count: 'SELECT 0 AS n' }
  const { parts: dates, params } = datesOf(app, filter)
  const words = wordsOf(filter.search ?? '')
  if (words.length) {
    const keys = narrowing.flatMap((column) => (narrowed[column] ? [`"${column}${narrowed[column]}"`] : []))
    params.words = [...keys, ...words.map((word) => `"${word}"*`)].join(' AND ')
    const from = 'request_search JOIN requests ON requests.rowid = request_search.rowid'
    const where = ['request_search MATCH {:words}', ...dates].join(' AND ')
    const counted = dates.length ? from : 'request_search'
    return { from, where, params, searches: true, count: `SELECT count(*) AS n FROM ${counted} WHERE ${where}` }
  }
  const equal = narrowing.flatMap((column) => (narrowed[column] ? [`${column} = {:${column}}`] : []))
  const where = [...equal, ...dates].join(' AND ') || 'TRUE'
  const count = dates.length
    ? `SELECT count(*) AS n FROM requests WHERE ${where}`
    : `SELECT ifnull(sum(n), 0) AS n FROM request_counts WHERE ${where}`
  return { from: 'requests', where, params: { ...params, ...narrowed }, searches: false, count }
}

/** What has to be equal; undefined when nothing can be. */
function narrow(
  app: CoreApp,
  { owner, status, format, batch }: RequestFilter,
  asker: core.Record,
): Narrowed | undefined {
  const whose = isAdmin(asker) ? owner : asker.id
  if (owner && owner !== whose) return undefined
  const found = { owner: whose, format, batch, status }
  if (!batch) return withoutBlanks(found)
  // A batch has one owner and one format, so it says more than both.
  const of = row(app, 'SELECT owner, format FROM batches WHERE id = {:batch}', { batch }, { owner: '', format: '' })
  if (!of || (whose && whose !== of.owner) || (format && format !== of.format)) return undefined
  return withoutBlanks({ batch, status })
}

function withoutBlanks(found: Record<string, string | undefined>): Narrowed {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

function datesOf(app: CoreApp, { from, to }: RequestFilter): { parts: string[]; params: Params } {
  const parts: string[] = []
  const params: Params = {}
  if (!from && !to) return { parts, params }
  const { country } = contextOf(app)
  if (from) {
    parts.push('requests.created >= {:from}')
    params.from = stamp(startOf(from, country))
  }
  if (to) {
    parts.push('requests.created < {:to}')
    params.to = stamp(startOf(addDays(to, 1), country))
  }
  return { parts, params }
}
