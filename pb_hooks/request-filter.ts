import type { RequestFilter } from '../src/domain/request.ts'
import { keyMark, wordsOf } from '../src/domain/search.ts'
import { addDays, startOf } from '../src/domain/today.ts'
import { isAdmin } from './actor.ts'
import { contextOf, stamp } from './clock.ts'
import { type Params, row } from './sql.ts'

/** Columns that are also words of the search; a status changes too often to be one. */
const spoken = ['owner', 'format', 'batch'] as const
type Narrowed = Partial<Record<(typeof spoken)[number] | 'status', string>>

/** `CL-2026-0001…`; the numbers of requests are words like others. */
const documentNumber = /^(?!SOL)[A-Z]{2,4}-\d{4}(-\d{0,6})?$/i

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
  const document = documentNumber.exec(filter.search?.trim() ?? '')?.[0].toUpperCase()
  const words = document ? [] : wordsOf(filter.search ?? '')
  if (words.length) {
    const keys = spoken.flatMap((column) => (narrowed[column] ? [`"${keyMark}${column[0]}${narrowed[column]}"`] : []))
    const rest = [...(narrowed.status ? ['status = {:status}'] : []), ...dates]
    const from = 'request_search JOIN requests ON requests.rowid = request_search.rowid'
    const where = ['request_search MATCH {:words}', ...rest].join(' AND ')
    return {
      from,
      where,
      params: { ...params, ...narrowed, words: [...keys, ...words.map(begun)].join(' AND ') },
      searches: true,
      count: `SELECT count(*) AS n FROM ${rest.length ? from : 'request_search'} WHERE ${where}`,
    }
  }
  if (document) {
    dates.push("documentNumber != '' AND documentNumber >= {:document} AND documentNumber < {:document} || '~'")
    params.document = document
  }
  const equal = [...spoken, 'status' as const].flatMap((column) =>
    narrowed[column] ? [`${column} = {:${column}}`] : [],
  )
  const where = [...equal, ...dates].join(' AND ') || 'TRUE'
  const count = dates.length
    ? `SELECT count(*) AS n FROM requests WHERE ${where}`
    : `SELECT ifnull(sum(n), 0) AS n FROM request_counts WHERE ${where}`
  return { from: 'requests', where, params: { ...params, ...narrowed }, searches: false, count }
}

/** The beginning of a word will do, but not one letter: that would be a good part of all there is. */
function begun(word: string): string {
  return word.length > 1 ? `"${word}"*` : `"${word}"`
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
